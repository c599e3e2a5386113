import type { PlaceholderTexts } from '../placeholder-texts.js';
import { withOutcomeUnknown } from '../with-outcome-unknown.js';

/** The placeholder texts in Korean. */
export const ko: PlaceholderTexts = {
  interrupted: '[도구 호출이 중단되어 결과가 반환되지 않았습니다.]',
  'approval-unanswered':
    '[도구 호출이 실행되지 않았습니다. 사용자가 승인 요청에 응답하지 않았습니다.]',
  denied: '[도구 호출이 실행되지 않았습니다. 사용자가 거부했습니다.]',
  'approved-not-run': '[사용자가 도구 호출을 승인했지만 실행되지 않았습니다.]',
  'unreadable-input':
    '[도구 호출이 실행되지 않았습니다. 입력이 읽을 수 있는 JSON 객체가 아니었습니다.]',
};

/** The texts of `outcomeUnknown` in Korean. */
export const koOutcomeUnknown: PlaceholderTexts =
  /* @__PURE__ */ withOutcomeUnknown(ko, {
    interrupted:
      '[도구 호출이 중단되어 결과가 반환되지 않았습니다. 해당 작업이 이미 적용되었을 수 있습니다. 다시 시도하기 전에 적용 여부를 확인하세요.]',
    'approved-not-run':
      '[사용자가 도구 호출을 승인했지만 결과가 반환되지 않았습니다. 해당 작업이 이미 적용되었을 수 있습니다. 다시 시도하기 전에 적용 여부를 확인하세요.]',
  });
