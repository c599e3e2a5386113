interface GuardSwitchProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function GuardSwitch({ isOn, onChange }: GuardSwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      className="switch"
      onClick={() => onChange(!isOn)}
    >
      <span>{isOn ? 'With the guard' : 'Without the guard'}</span>
      <span className="track" aria-hidden />
    </button>
  );
}
