import type { Call, Request, Scan } from './scan-history.js';

/**
 * Pairs each approval request with its call, and each response with its
 * request.
 *
 * @param findCall - Finds the newest call with an id.
 */
export function pairApprovals(
  scan: Scan,
  findCall: (id: unknown) => Call | undefined,
): void {
  const requests = new Map<unknown, Request>();
  for (const request of scan.requests) {
    if (request.call === undefined) {
      request.call = findCall(request.part.toolCallId);
      request.call?.requests.push(request);
    }
    if (!requests.has(request.part.approvalId)) {
      requests.set(request.part.approvalId, request);
    }
  }
  for (const response of scan.responses) {
    response.request = requests.get(response.part.approvalId);
    response.request?.responses.push(response);
  }
}
