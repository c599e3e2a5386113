export {
  type DanglingToolCallMiddleware,
  danglingToolCallMiddleware,
} from './dangling-tool-call-middleware.js';
export { findToolCallFaults } from './find-tool-call-faults.js';
export { outcomeUnknown } from './outcome-unknown.js';
export type { PlaceholderTexts } from './placeholder-texts.js';
export type { ProviderRules, ProviderRulesPart } from './provider-rules.js';
export { providerRulesOf } from './provider-rules-of.js';
export { reconcileStep } from './reconcile-step.js';
export { reconcileToolCalls } from './reconcile-tool-calls.js';
export {
  reconcileUIToolCalls,
  type UIToolCallOptions,
} from './reconcile-ui-tool-calls.js';
export type {
  Placeholder,
  ToolCallOptions,
  ToolResultOutput,
  UnansweredToolCall,
} from './tool-call-options.js';
export type {
  ToolCallFault,
  ToolCallFaultKind,
  ToolCallRepair,
  ToolCallReport,
  UnansweredReason,
} from './tool-call-report.js';
