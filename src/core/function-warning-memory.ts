import {
  createWarningMemory,
  type WarningMemory,
} from './create-warning-memory.js';

/**
 * What the functions have warned about. They share it, since `reconcileStep`
 * is often called anew for each request of a chat.
 */
export const functionWarningMemory: WarningMemory =
  /* @__PURE__ */ createWarningMemory();
