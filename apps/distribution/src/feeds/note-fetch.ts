import type { Deps } from '../deps.ts';
import type { Fetched } from './serve-feeds.ts';

/** Saves that a document was fetched, and by whom; true if listings were in it that no fetch had contained. */
export async function noteFetch(
  { target, document, file, ...reader }: Fetched,
  { clock, feeds, fetches, newId }: Pick<Deps, 'clock' | 'feeds' | 'fetches' | 'newId'>,
): Promise<boolean> {
  const { id: targetId, accountId } = target;
  const { count, fresh, size: sizeBytes } = file;
  const at = clock();
  // Taken out at once: fetches of the same document end at the same time.
  const contained = fresh.splice(0);
  try {
    await feeds.noteFetched(contained, at);
  } catch (error) {
    fresh.push(...contained);
    throw error;
  }
  await fetches.add({ id: newId(), accountId, targetId, at, document, count, sizeBytes, ...reader });
  return contained.length > 0;
}
