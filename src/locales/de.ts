import type { PlaceholderTexts } from '../placeholder-texts.js';
import { withOutcomeUnknown } from '../with-outcome-unknown.js';

/** The placeholder texts in German. */
export const de: PlaceholderTexts = {
  interrupted:
    '[Der Tool-Aufruf wurde unterbrochen und hat kein Ergebnis geliefert.]',
  'approval-unanswered':
    '[Der Tool-Aufruf wurde nicht ausgeführt: Der Benutzer hat die Bitte um Genehmigung nicht beantwortet.]',
  denied:
    '[Der Tool-Aufruf wurde nicht ausgeführt: Der Benutzer hat ihn abgelehnt.]',
  'approved-not-run':
    '[Der Tool-Aufruf wurde vom Benutzer genehmigt, aber nicht ausgeführt.]',
  'unreadable-input':
    '[Der Tool-Aufruf wurde nicht ausgeführt: Seine Eingabe war kein lesbares JSON-Objekt.]',
};

/** The texts of `outcomeUnknown` in German. */
export const deOutcomeUnknown: PlaceholderTexts =
  /* @__PURE__ */ withOutcomeUnknown(de, {
    interrupted:
      '[Der Tool-Aufruf wurde unterbrochen und hat kein Ergebnis geliefert. Die Aktion ist möglicherweise trotzdem wirksam geworden. Prüfe das, bevor du sie wiederholst.]',
    'approved-not-run':
      '[Der Tool-Aufruf wurde vom Benutzer genehmigt, hat aber kein Ergebnis geliefert. Die Aktion ist möglicherweise trotzdem wirksam geworden. Prüfe das, bevor du sie wiederholst.]',
  });
