import type { PlaceholderTexts } from '../placeholder-texts.js';
import { withOutcomeUnknown } from '../with-outcome-unknown.js';

/** The placeholder texts in French. */
export const fr: PlaceholderTexts = {
  interrupted:
    '[L’appel d’outil a été interrompu et n’a renvoyé aucun résultat.]',
  'approval-unanswered':
    '[L’appel d’outil n’a pas été exécuté : l’utilisateur n’a pas répondu à la demande d’approbation.]',
  denied: '[L’appel d’outil n’a pas été exécuté : l’utilisateur l’a refusé.]',
  'approved-not-run':
    '[L’appel d’outil a été approuvé par l’utilisateur, mais n’a pas été exécuté.]',
  'unreadable-input':
    '[L’appel d’outil n’a pas été exécuté : son entrée n’était pas un objet JSON lisible.]',
};

/** The texts of `outcomeUnknown` in French. */
export const frOutcomeUnknown: PlaceholderTexts =
  /* @__PURE__ */ withOutcomeUnknown(fr, {
    interrupted:
      '[L’appel d’outil a été interrompu et n’a renvoyé aucun résultat. Il se peut que l’action ait tout de même pris effet. Vérifie ce qu’il en est avant de la répéter.]',
    'approved-not-run':
      '[L’appel d’outil a été approuvé par l’utilisateur, mais n’a renvoyé aucun résultat. Il se peut que l’action ait tout de même pris effet. Vérifie ce qu’il en est avant de la répéter.]',
  });
