import type { PlaceholderTexts } from '../placeholder-texts.js';
import { withOutcomeUnknown } from '../with-outcome-unknown.js';

/** The placeholder texts in Spanish. */
export const es: PlaceholderTexts = {
  interrupted:
    '[La llamada a la herramienta se interrumpió y no devolvió ningún resultado.]',
  'approval-unanswered':
    '[La llamada a la herramienta no se ejecutó: el usuario no respondió a la solicitud de aprobación.]',
  denied: '[La llamada a la herramienta no se ejecutó: el usuario la rechazó.]',
  'approved-not-run':
    '[El usuario aprobó la llamada a la herramienta, pero no se ejecutó.]',
  'unreadable-input':
    '[La llamada a la herramienta no se ejecutó: su entrada no era un objeto JSON legible.]',
};

/** The texts of `outcomeUnknown` in Spanish. */
export const esOutcomeUnknown: PlaceholderTexts =
  /* @__PURE__ */ withOutcomeUnknown(es, {
    interrupted:
      '[La llamada a la herramienta se interrumpió y no devolvió ningún resultado. Es posible que la acción haya surtido efecto. Comprueba si fue así antes de repetirla.]',
    'approved-not-run':
      '[El usuario aprobó la llamada a la herramienta, pero esta no devolvió ningún resultado. Es posible que la acción haya surtido efecto. Comprueba si fue así antes de repetirla.]',
  });
