/** The first documents that really match; an index found candidates, which have to be read. */
export async function findMeant<T>(
  docs: AsyncIterable<T>,
  isMeant: (doc: T) => boolean,
  most: number,
): Promise<T[]> {
  const found: T[] = [];
  for await (const doc of docs) {
    if (isMeant(doc)) found.push(doc);
    if (found.length === most) break;
  }
  return found;
}
