import type { ToolCallFaultKind } from '../../tool-call-report.js';
import {
  EMPTY_ERROR_TEXT,
  isObject,
  isSendableInput,
  type Part,
} from '../message-parts.js';
import type { UICall } from './ui-call.js';
import { uiInput } from './ui-input.js';

/**
 * Mends what the SDK or a provider refuses in a finished part: an input that
 * is no object, an error without a text, and an approval that says otherwise
 * than the part. `addToolOutput` of ai 5 and 6 leaves a pending approval on the
 * part that it finishes.
 *
 * @param onFault - Called for each fault.
 * @returns The same part where nothing is wrong with it.
 */
export function mendFinishedUICall(
  { part }: UICall,
  onFault: (fault: ToolCallFaultKind) => void,
): Part {
  const isDenied = part.state === 'output-denied';
  let mended = part;
  if (!isSendableInput(part.input)) {
    const { rawInput, ...rest } = mended;
    mended = { ...rest, input: uiInput(part).input };
    onFault('invalid-input');
  }
  if (
    part.state === 'output-error' &&
    (typeof part.errorText !== 'string' || part.errorText === '')
  ) {
    mended = { ...mended, errorText: EMPTY_ERROR_TEXT };
    onFault('empty-result');
  }
  const { approval } = part;
  if (!isObject(approval)) return mended;
  if (!isDenied && approval.approved !== true) {
    const { approval: _, ...rest } = mended;
    mended = rest;
    onFault('orphan-approval');
  } else if (isDenied && approval.reason === '') {
    const { reason, ...rest } = approval;
    mended = { ...mended, approval: rest };
    onFault('empty-result');
  }
  return mended;
}
