import { MongoError } from '../errors.ts';
import type { Doc } from '../values/document.ts';
import type { Command } from './command.ts';

/** The failure of one write in a batch. */
type WriteError = { index: number; code: number; errmsg: string };

const mostErrorText = 1024 * 1024;

/** The refused writes as fields of a reply; beyond 1 MB of text only their numbers and codes, as in MongoDB. */
function replyOf(errors: readonly WriteError[]): { writeErrors?: WriteError[] } {
  if (errors.length === 0) return {};
  let text = 0;
  const writeErrors = errors.map((error) => {
    text += error.errmsg.length;
    return text <= mostErrorText ? error : { index: error.index, code: error.code, errmsg: '' };
  });
  return { writeErrors };
}

/**
 * Runs the writes of a command one after another, if ordered only up to the first refused one; returns the refused ones as fields of the
 * reply. Unexpected errors are thrown.
 */
export function runBatch<Item>(
  { body }: Command,
  items: readonly Item[],
  run: (item: Item, index: number) => void,
): Doc {
  const errors: WriteError[] = [];
  for (const [index, item] of items.entries()) {
    try {
      run(item, index);
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      errors.push({ index, code: error.code, ...error.details, errmsg: error.message });
      if (body['ordered'] !== false) break;
    }
  }
  return replyOf(errors);
}
