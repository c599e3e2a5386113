import { readFileSync } from 'node:fs';
import { reconcileToolCalls } from '../dist/index.js';
import { bareWalk } from './bare-walk.mjs';
import { twoPassSet } from './two-pass-set.mjs';

/**
 * What is measured. `run` takes a history in the peer's own shape and returns
 * its answer, undefined where it gives none.
 */
export const LIMIT = 'bare walk';
export const OURS = 'ai-tool-call-resilience';

const file = path => new URL(`./node_modules/${path}`, import.meta.url);
const versionOf = name =>
  JSON.parse(readFileSync(file(`${name}/package.json`), 'utf8')).version;

const loaders = [
  [LIMIT, 'sdk', async () => bareWalk],
  [
    OURS,
    'sdk',
    async () => messages => reconcileToolCalls(messages, { warn: false }),
  ],
  ['two-pass Set', 'sdk', async () => twoPassSet],
  [
    'deepagents',
    'langchain',
    async () => {
      const { createPatchToolCallsMiddleware } = await import('deepagents');
      const { wrapModelCall } = createPatchToolCallsMiddleware();
      return messages =>
        wrapModelCall({ messages }, request => request.messages);
    },
  ],
  [
    '@mastra/core (pairOrphanedToolCalls)',
    'sdk',
    async () =>
      (await import('@mastra/core/agent/message-list')).pairOrphanedToolCalls,
  ],
  [
    '@mastra/core (sanitizeOrphanedToolPairs)',
    'sdk',
    async () =>
      (await import('@mastra/core/agent/message-list'))
        .sanitizeOrphanedToolPairs,
  ],
  [
    '@librechat/agents',
    'librechat',
    async () => (await import('@librechat/agents')).sanitizeOrphanToolBlocks,
  ],
  [
    // Not exported: the file that its runner calls before each model call.
    '@openai/agents-core',
    'openai',
    async () =>
      (await import(file('@openai/agents-core/dist/runner/items.mjs')))
        .dropOrphanToolCalls,
  ],
  [
    // Not exported: the file that its agent calls before each model call.
    'clawdbot',
    'clawdbot',
    async () =>
      (await import(file('clawdbot/dist/agents/session-transcript-repair.js')))
        .sanitizeToolUseResultPairing,
  ],
  [
    'ai-v7 (pruneMessages)',
    'sdk',
    async () => {
      const { pruneMessages } = await import('ai-v7');
      return messages =>
        pruneMessages({ messages, toolCalls: 'before-last-message' });
    },
  ],
  [
    'ai-v7 (convertToModelMessages)',
    'ui',
    async () => {
      const { convertToModelMessages } = await import('ai-v7');
      return messages =>
        convertToModelMessages(messages, { ignoreIncompleteToolCalls: true });
    },
  ],
];

/** Loads the peers; one that cannot be loaded says why. */
export async function loadPeers() {
  const peers = [];
  for (const [name, shape, load] of loaders) {
    const [packageName] = name.split(' (');
    const isPackage =
      name !== LIMIT && name !== OURS && name !== 'two-pass Set';
    try {
      const run = await load();
      if (typeof run !== 'function') throw new Error('has no such function');
      const version = isPackage ? versionOf(packageName) : undefined;
      peers.push({ name, shape, run, version });
    } catch (error) {
      peers.push({ name, shape, error: String(error.message ?? error) });
    }
  }
  return peers;
}
