import { type FormEvent, useState } from 'react';

interface ComposerProps {
  isRunning: boolean;
  send: (text: string) => void;
  stop: () => void;
}

export function Composer({ isRunning, send, stop }: ComposerProps) {
  const [text, setText] = useState('');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRunning || text.trim() === '') return;
    send(text.trim());
    setText('');
  };

  return (
    <form className="composer" onSubmit={submit}>
      <input
        aria-label="Message"
        placeholder="Ask for a flight or a seat …"
        autoComplete="off"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {isRunning ? (
        <button type="button" className="stop" onClick={stop}>
          Stop
        </button>
      ) : (
        <button type="submit" className="primary" disabled={!text.trim()}>
          Send
        </button>
      )}
    </form>
  );
}
