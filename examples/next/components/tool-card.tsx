import { type DynamicToolUIPart, getToolName, type ToolUIPart } from 'ai';
import { guardNote } from './guard-note';

export interface ToolCardActions {
  approve: (approvalId: string, approved: boolean) => void;
  answer: (tool: string, toolCallId: string, output: string) => void;
}

interface ToolCardProps extends ToolCardActions {
  part: ToolUIPart | DynamicToolUIPart;
}

/** A tool call: what it is, how far it has come, and what the user can do. */
export function ToolCard({ part, approve, answer }: ToolCardProps) {
  const name = getToolName(part);
  const { label, tone } = describeState(part, name);
  const note = guardNote(part);
  const input = Object.entries(part.input ?? {});

  return (
    <section
      className={`card ${tone}`}
      aria-label={name}
      data-state={part.state}
    >
      <header>
        <span className="dot" aria-hidden />
        <strong>{name.replaceAll('_', ' ')}</strong>
        <span className="state">{label}</span>
      </header>

      {name !== 'pick_seat' && input.length > 0 && (
        <dl>
          {input.map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{String(value)}</dd>
            </div>
          ))}
        </dl>
      )}

      {part.state === 'output-available' && (
        <p className="output">{String(part.output)}</p>
      )}
      {part.state === 'output-error' && !note && (
        <p className="output">{part.errorText}</p>
      )}

      {part.state === 'approval-requested' && (
        <div className="actions">
          <button
            type="button"
            className="primary"
            onClick={() => approve(part.approval.id, true)}
          >
            Approve
          </button>
          <button
            type="button"
            onClick={() => approve(part.approval.id, false)}
          >
            Deny
          </button>
        </div>
      )}
      {part.state === 'input-available' && name === 'pick_seat' && (
        <div className="actions">
          {seatsOf(part.input).map(seat => (
            <button
              type="button"
              key={seat}
              onClick={() => answer(name, part.toolCallId, seat)}
            >
              {seat}
            </button>
          ))}
        </div>
      )}

      {note && (
        <p className="note" role="note">
          <ShieldIcon />
          <span>
            <b>Closed by the guard.</b> {note}
          </span>
        </p>
      )}
    </section>
  );
}

function describeState(
  part: ToolUIPart | DynamicToolUIPart,
  name: string,
): { label: string; tone: 'busy' | 'asking' | 'done' | 'ended' } {
  switch (part.state) {
    case 'input-streaming':
      return { label: 'Writing', tone: 'busy' };
    case 'input-available':
      return name === 'pick_seat'
        ? { label: 'Waits for you', tone: 'asking' }
        : { label: 'Running', tone: 'busy' };
    case 'approval-requested':
      return { label: 'Needs your approval', tone: 'asking' };
    case 'approval-responded':
      return part.approval.approved
        ? { label: 'Approved', tone: 'busy' }
        : { label: 'Denied', tone: 'ended' };
    case 'output-available':
      return { label: 'Done', tone: 'done' };
    case 'output-denied':
      return { label: 'Not run', tone: 'ended' };
    default:
      return { label: 'No result', tone: 'ended' };
  }
}

function seatsOf(input: unknown): string[] {
  return (input as { seats?: string[] } | undefined)?.seats ?? [];
}

function ShieldIcon() {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden>
      <path
        d="M8 1 2.5 3v4.5c0 3.4 2.3 6.1 5.5 7.5 3.2-1.4 5.5-4.1 5.5-7.5V3L8 1Zm-1 9.6L4.6 8.2l1-1L7 8.5l3.4-3.4 1 1L7 10.6Z"
        fill="currentColor"
      />
    </svg>
  );
}
