export { de, deOutcomeUnknown } from './locales/de.js';
export { es, esOutcomeUnknown } from './locales/es.js';
export { fr, frOutcomeUnknown } from './locales/fr.js';
export { ja, jaOutcomeUnknown } from './locales/ja.js';
export { ko, koOutcomeUnknown } from './locales/ko.js';
export { pt, ptOutcomeUnknown } from './locales/pt.js';
export { zh, zhOutcomeUnknown } from './locales/zh.js';
export { outcomeUnknown as enOutcomeUnknown } from './outcome-unknown.js';
export {
  type PlaceholderTexts,
  placeholderTexts as en,
} from './placeholder-texts.js';
