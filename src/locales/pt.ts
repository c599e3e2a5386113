import type { PlaceholderTexts } from '../placeholder-texts.js';
import { withOutcomeUnknown } from '../with-outcome-unknown.js';

/** The placeholder texts in Portuguese (Brazil). */
export const pt: PlaceholderTexts = {
  interrupted:
    '[A chamada da ferramenta foi interrompida e não devolveu nenhum resultado.]',
  'approval-unanswered':
    '[A chamada da ferramenta não foi executada: o usuário não respondeu ao pedido de aprovação.]',
  denied: '[A chamada da ferramenta não foi executada: o usuário a recusou.]',
  'approved-not-run':
    '[A chamada da ferramenta foi aprovada pelo usuário, mas não foi executada.]',
  'unreadable-input':
    '[A chamada da ferramenta não foi executada: sua entrada não era um objeto JSON legível.]',
};

/** The texts of `outcomeUnknown` in Portuguese (Brazil). */
export const ptOutcomeUnknown: PlaceholderTexts =
  /* @__PURE__ */ withOutcomeUnknown(pt, {
    interrupted:
      '[A chamada da ferramenta foi interrompida e não devolveu nenhum resultado. É possível que a ação tenha surtido efeito. Verifique se isso ocorreu antes de repeti-la.]',
    'approved-not-run':
      '[A chamada da ferramenta foi aprovada pelo usuário, mas não devolveu nenhum resultado. É possível que a ação tenha surtido efeito. Verifique se isso ocorreu antes de repeti-la.]',
  });
