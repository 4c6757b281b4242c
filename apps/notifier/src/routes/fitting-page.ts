import type { Page } from '@estate/contracts';

/** A message of the broker holds 1 MiB. */
const MAX_BYTES = 768 * 1024;

/** The page cut where an answer would get too large; there is more then. At least one resource stays. */
export function fittingPage<T>({ hasMore, data }: Page<T>, maxBytes = MAX_BYTES): Page<T> {
  let bytes = 0;
  const end = data.findIndex((resource, index) => {
    bytes += Buffer.byteLength(JSON.stringify(resource));
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? { hasMore, data } : { hasMore: true, data: data.slice(0, end) };
}
