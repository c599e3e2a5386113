import type { PlaceholderTexts } from '../placeholder-texts.js';
import { withOutcomeUnknown } from '../with-outcome-unknown.js';

/** The placeholder texts in Japanese. */
export const ja: PlaceholderTexts = {
  interrupted: '[ツール呼び出しは中断され、結果は返されませんでした。]',
  'approval-unanswered':
    '[ツール呼び出しは実行されませんでした。ユーザーが承認の求めに応答しなかったためです。]',
  denied:
    '[ツール呼び出しは実行されませんでした。ユーザーが拒否したためです。]',
  'approved-not-run':
    '[ツール呼び出しはユーザーに承認されましたが、実行されませんでした。]',
  'unreadable-input':
    '[ツール呼び出しは実行されませんでした。入力が読み取り可能な JSON オブジェクトではなかったためです。]',
};

/** The texts of `outcomeUnknown` in Japanese. */
export const jaOutcomeUnknown: PlaceholderTexts =
  /* @__PURE__ */ withOutcomeUnknown(ja, {
    interrupted:
      '[ツール呼び出しは中断され、結果は返されませんでした。操作はすでに反映されている可能性があります。再実行する前に、反映されているかどうかを確認してください。]',
    'approved-not-run':
      '[ツール呼び出しはユーザーに承認されましたが、結果は返されませんでした。操作はすでに反映されている可能性があります。再実行する前に、反映されているかどうかを確認してください。]',
  });
