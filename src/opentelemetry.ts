export {
  type RecordToolCallRepairsOptions,
  recordToolCallRepairs,
} from './record-tool-call-repairs.js';
