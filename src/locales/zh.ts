import type { PlaceholderTexts } from '../placeholder-texts.js';
import { withOutcomeUnknown } from '../with-outcome-unknown.js';

/** The placeholder texts in Chinese (simplified). */
export const zh: PlaceholderTexts = {
  interrupted: '[工具调用已中断，未返回结果。]',
  'approval-unanswered': '[工具调用未执行：用户没有回应批准请求。]',
  denied: '[工具调用未执行：用户拒绝了该调用。]',
  'approved-not-run': '[工具调用已获用户批准，但未执行。]',
  'unreadable-input': '[工具调用未执行：其输入不是可读取的 JSON 对象。]',
};

/** The texts of `outcomeUnknown` in Chinese (simplified). */
export const zhOutcomeUnknown: PlaceholderTexts =
  /* @__PURE__ */ withOutcomeUnknown(zh, {
    interrupted:
      '[工具调用已中断，未返回结果。该操作可能已经生效。重试之前，请先确认它是否已经生效。]',
    'approved-not-run':
      '[工具调用已获用户批准，但未返回结果。该操作可能已经生效。重试之前，请先确认它是否已经生效。]',
  });
