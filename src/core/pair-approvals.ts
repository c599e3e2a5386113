import {
  type Call,
  isBehind,
  type Request,
  type Scan,
} from './scan-history.js';

/**
 * Pairs each approval request with the call of its message, and each response
 * with the newest request in front of it, as the SDK does.
 */
export function pairApprovals(scan: Scan): void {
  if (scan.requests.length === 0) return;
  const keyOf = ({ messageIndex, part }: Call | Request) =>
    `${messageIndex} ${part.toolCallId}`;
  const calls = new Map(scan.calls.map(call => [keyOf(call), call]));
  for (const request of scan.requests) {
    const call = calls.get(keyOf(request));
    request.call = call?.copyOf ?? call;
  }
  unpairOvertaken(scan.requests);
  for (const request of scan.requests) request.call?.requests.push(request);
  const newest = new Map<unknown, Request>();
  let next = 0;
  for (const response of scan.responses) {
    for (; next < scan.requests.length; next++) {
      const request = scan.requests[next] as Request;
      if (isBehind(request, response)) break;
      newest.set(request.part.approvalId, request);
    }
    response.request = newest.get(response.part.approvalId);
    response.request?.responses.push(response);
  }
}

/**
 * A request beside a copy of its call is to stand beside the call instead.
 * Those of other calls that have its id and stand behind that place lose their
 * call: the SDK would take them for the newer ones, and run what the user did
 * not approve.
 */
function unpairOvertaken(requests: readonly Request[]): void {
  const movers = new Map<unknown, Call>();
  for (const request of [...requests].reverse()) {
    const { call, messageIndex, part } = request;
    if (call === undefined) continue;
    const mover = movers.get(part.approvalId);
    if (mover && mover !== call && call.messageIndex >= mover.messageIndex) {
      request.call = undefined;
    } else if (call.messageIndex < messageIndex) {
      movers.set(part.approvalId, call);
    }
  }
}
