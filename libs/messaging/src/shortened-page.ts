import type { Page } from '@estate/contracts';
import { isPage } from './readable-page.ts';

/** The maximum size of an answer: a message of the broker holds 1 MiB, including headers. */
const MAX_BYTES = 768 * 1024;

/** An answer as JSON; a page that does not fit into a message is shortened, with `hasMore`. */
export function fitting(output: unknown, maxBytes = MAX_BYTES): string {
  const body = JSON.stringify(output);
  return isPage(output) && Buffer.byteLength(body) > maxBytes
    ? JSON.stringify(shortened(output, maxBytes))
    : body;
}

/** Shortens a page; at least one resource stays, so that the reader makes progress. */
function shortened(page: Page<unknown>, maxBytes: number): Page<unknown> {
  const { continueAfter: _beyondWhatIsLeft, data, ...about } = page;
  let bytes = 0;
  const end = data.findIndex((resource, index) => {
    bytes += Buffer.byteLength(JSON.stringify(resource));
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? page : { ...about, hasMore: true, data: data.slice(0, end) };
}
