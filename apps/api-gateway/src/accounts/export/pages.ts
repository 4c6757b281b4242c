import type { ListQuery, Page } from '@estate/contracts';

const AT_ONCE = 100;

/** The items of all pages of a list, each page requested when the one before was read. */
export async function* everyOne<T>(
  read: (query: ListQuery) => Promise<Page<T>>,
  idOf: (item: T) => string,
): AsyncGenerator<T> {
  for (let startAfter: string | undefined; ;) {
    const query: ListQuery = { limit: AT_ONCE, order: 'asc' };
    const { hasMore, data, continueAfter } = await read({
      ...query,
      ...(startAfter !== undefined && { startAfter }),
    });
    yield* data;
    const last = data.at(-1);
    const next = continueAfter ?? (last && idOf(last));
    if (!hasMore || next === undefined) return;
    if (next === startAfter) throw new Error('a list ends with the item after which it was asked for');
    startAfter = next;
  }
}
