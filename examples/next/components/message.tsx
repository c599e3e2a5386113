import { isToolUIPart, type UIMessage } from 'ai';
import { ToolCard, type ToolCardActions } from './tool-card';

interface MessageProps extends ToolCardActions {
  message: UIMessage;
}

export function Message({ message, ...actions }: MessageProps) {
  return (
    <article className={message.role} aria-label={message.role}>
      {message.parts.map((part, index) => {
        if (part.type === 'text') {
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow.
          return <p key={index}>{part.text}</p>;
        }
        return isToolUIPart(part) ? (
          <ToolCard key={part.toolCallId} part={part} {...actions} />
        ) : null;
      })}
    </article>
  );
}
