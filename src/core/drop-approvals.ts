import { isBehindServerCall } from './is-behind-server-call.js';
import { isObject } from './message-parts.js';
import { placeholderOutput } from './placeholder-output.js';
import {
  addRepair,
  insertBehind,
  type Plan,
  removePart,
  replacePart,
} from './plan.js';
import type { Call, Request, Response } from './scan-history.js';

/**
 * Takes out the approval parts that have nothing to approve any more: those of
 * closed calls, so that no later response can run them, and responses without
 * a request or given twice.
 */
export function dropApprovals(plan: Plan): void {
  const seen = new Set<string>();
  for (const request of plan.scan.requests) {
    const { call, part, messageIndex } = request;
    if (call === undefined) {
      removeWithResponses(plan, request);
      addRepair(plan, request, { fault: 'orphan-approval', action: 'dropped' });
    } else if (isClosed(call)) {
      removeWithResponses(plan, request);
    } else if (isPassedOver(plan, call, request)) {
      removeWithResponses(plan, request);
      addRepair(plan, request, { fault: 'orphan-approval', action: 'dropped' });
    } else if (messageIndex !== call.messageIndex) {
      // It stood beside a copy of its call, which is gone.
      removePart(plan, request);
      const isKnown = call.requests.some(
        other =>
          other.messageIndex === call.messageIndex &&
          other.part.approvalId === part.approvalId,
      );
      if (!isKnown) insertBehind(plan, call, { ...part, toolCallId: call.id });
    } else if (part.toolCallId !== call.id) {
      replacePart(plan, request, { ...part, toolCallId: call.id });
    }
  }
  const standing = findStanding(plan.scan.requests);
  for (const response of plan.scan.responses) {
    if (response.request) {
      if (!standing.has(response)) dropDuplicate(plan, response);
    } else if (!isBehindServerCall(plan, response)) {
      removePart(plan, response);
      addRepair(plan, response, {
        fault: 'orphan-approval',
        action: 'dropped',
      });
    } else {
      const key = `${plan.heads.get(response.messageIndex)} ${response.part.approvalId}`;
      if (seen.has(key)) dropDuplicate(plan, response);
      seen.add(key);
    }
  }
}

/**
 * The responses that count: the first one to a request, and to the newest of
 * those that came with copies of one call.
 */
function findStanding(requests: readonly Request[]): Set<Response> {
  const standing = new Map<Call | Request, Map<unknown, Response>>();
  for (const request of requests) {
    const [response] = request.responses;
    if (response === undefined) continue;
    const owner = request.call ?? request;
    const byId = standing.get(owner) ?? new Map<unknown, Response>();
    standing.set(owner, byId.set(request.part.approvalId, response));
  }
  return new Set(
    Array.from(standing.values(), byId => [...byId.values()]).flat(),
  );
}

function removeWithResponses(plan: Plan, request: Request): void {
  removePart(plan, request);
  for (const response of request.responses) removePart(plan, response);
}

function isClosed(call: Call): boolean {
  return call.isRemoved || (!call.isServer && !call.answer && !call.isLive);
}

/**
 * Whether nobody has answered a request: `reconcileUIToolCalls` then denies it
 * in its own words, which the SDK converts to a response of the user's and a
 * result. The result says all.
 */
function isPassedOver(plan: Plan, call: Call, request: Request): boolean {
  const response = request.responses[0]?.part;
  const output = call.answer?.part.output;
  if (response?.approved !== false || !isObject(output)) return false;
  const { id, name, input, messageIndex } = call;
  const denial = placeholderOutput(plan.options, {
    toolCallId: id,
    toolName: name,
    input,
    messageIndex,
    reason: 'approval-unanswered',
  });
  return response.reason === denial.value && output.value === denial.value;
}

function dropDuplicate(plan: Plan, response: Response): void {
  removePart(plan, response);
  addRepair(
    plan,
    response,
    { fault: 'duplicate-approval', action: 'merged' },
    response.request?.call?.part,
  );
}
