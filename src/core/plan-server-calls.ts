import { addRepair, type Plan, removePart } from './plan.js';

/**
 * Takes out the provider-executed calls that can never finish: open ones that
 * the user has moved on from. With nothing but tool messages behind it an open
 * one is live (deferred results, `pause_turn`, MCP approvals), and with an
 * assistant message behind it its result may still come, so both stay.
 *
 * None is ever answered in a tool message: Anthropic refuses a `tool_result`
 * for a `srvtoolu_` id, OpenAI an output for a hosted call.
 */
export function planServerCalls(plan: Plan): void {
  const { calls, lastUserIndex } = plan.scan;
  for (const call of calls) {
    if (!call.isServer) continue;
    if (call.copyOf) {
      call.isRemoved = true;
      addRepair(plan, call, { fault: 'duplicate-call', action: 'removed' });
    } else if (
      !call.isLive &&
      call.messageIndex < lastUserIndex &&
      call.results.every(result => result.isSynthetic && result.role === 'tool')
    ) {
      call.isRemoved = true;
      addRepair(plan, call, { fault: 'open-provider-call', action: 'removed' });
    }
    if (call.isRemoved) removePart(plan, call);
  }
}
