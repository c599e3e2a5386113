import { describe, expect, it } from 'vitest';
import { hashId } from '../../src/core/hash-id.js';
import * as namespace from '../../src/locales.js';
import { outcomeUnknown } from '../../src/outcome-unknown.js';
import type { PlaceholderTexts } from '../../src/placeholder-texts.js';
import { placeholderTexts } from '../../src/placeholder-texts.js';
import { reconcileHistory } from './reconcile-history.js';

const locales = { ...namespace };

const REASONS = [
  'interrupted',
  'approval-unanswered',
  'denied',
  'approved-not-run',
  'unreadable-input',
] as const;

const LANGUAGES = ['en', 'zh', 'ja', 'ko', 'de', 'fr', 'es', 'pt'] as const;

/** A mark that only texts in the language have. */
const MARKS = {
  en: /\bcall\b/,
  zh: /^(?!.*[\p{Script=Hiragana}\p{Script=Hangul}]).*\p{Script=Han}/u,
  ja: /\p{Script=Hiragana}/u,
  ko: /\p{Script=Hangul}/u,
  de: /\bTool-Aufruf\b/,
  fr: /\bappel d’outil\b/,
  es: /\bllamada a la herramienta\b/,
  pt: /\bchamada da ferramenta\b/,
};

const sets: Array<[string, PlaceholderTexts]> = LANGUAGES.flatMap(language => [
  [language, locales[language]],
  [`${language}OutcomeUnknown`, locales[`${language}OutcomeUnknown`]],
]);

describe('locales', () => {
  it('should hold two sets per language and nothing else', () => {
    expect(Object.keys(locales).sort()).toEqual(
      sets.map(([name]) => name).sort(),
    );
  });

  it('should take the English sets from the package itself', () => {
    expect(locales.en).toBe(placeholderTexts);
    expect(locales.enOutcomeUnknown).toBe(outcomeUnknown);
  });

  it('should change no text by accident, since that empties prompt caches', () => {
    expect(hashId(JSON.stringify(sets))).toBe('yVyB7JEO6');
  });

  describe.each(sets)('%s', (name, texts) => {
    it('should have one text per reason, in its language', () => {
      expect(Object.keys(texts)).toEqual(REASONS);
      expect(new Set(Object.values(texts)).size).toBe(REASONS.length);
      for (const text of Object.values(texts)) {
        expect(text).toMatch(MARKS[name.slice(0, 2) as 'en']);
      }
    });

    it('should hold constant texts: no number, no id, one form', () => {
      for (const text of Object.values(texts)) {
        expect(text).toMatch(/^\[[^\d[\]{}<>]+\]$/);
        expect(text).toBe(text.normalize('NFC').trim());
      }
    });

    it('should answer each reason', () => {
      const { messages } = reconcileHistory(
        [
          { role: 'assistant', content: [call('a')] },
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: [call('b', 'cut o')] },
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: [call('c'), request('c')] },
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: [call('d'), request('d')] },
          { role: 'tool', content: [response('d', false)] },
          { role: 'user', content: 'hi' },
          { role: 'assistant', content: [call('e'), request('e')] },
          { role: 'tool', content: [response('e', true)] },
          { role: 'user', content: 'hi' },
        ],
        {
          options: { placeholder: texts },
          areApprovalsSettled: true,
          hasServerState: false,
        },
      );
      expect(outputs(messages)).toEqual(
        [
          'interrupted',
          'unreadable-input',
          'approval-unanswered',
          'denied',
          'approved-not-run',
        ].map(reason => ({
          type: 'error-text',
          value: texts[reason as 'interrupted'],
        })),
      );
    });
  });

  it.each(LANGUAGES)(
    'should tell an unknown outcome only of calls that may have run: %s',
    language => {
      const plain = locales[language];
      const unknown = locales[`${language}OutcomeUnknown`];
      expect(
        REASONS.filter(reason => plain[reason] !== unknown[reason]),
      ).toEqual(['interrupted', 'approved-not-run']);
    },
  );
});

const call = (toolCallId: string, input: unknown = {}) => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'pay',
  input,
});
const request = (toolCallId: string) => ({
  type: 'tool-approval-request',
  approvalId: `approval_${toolCallId}`,
  toolCallId,
});
const response = (toolCallId: string, approved: boolean) => ({
  type: 'tool-approval-response',
  approvalId: `approval_${toolCallId}`,
  approved,
});
const outputs = (messages: readonly unknown[]) =>
  (messages as Array<{ role: string; content: Array<{ output: unknown }> }>)
    .filter(({ role }) => role === 'tool')
    .flatMap(({ content }) => content.map(({ output }) => output));
