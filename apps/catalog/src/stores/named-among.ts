import type { Collection } from '@estate/persistence';

interface Naming {
  _id: string;
  /** The uploaded attachments that it names. */
  uploads?: string[];
}

/** Those of the uploaded attachments that a document names. */
export async function namedAmong<T extends Naming>(
  docs: Collection<T>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const naming = await (docs as unknown as Collection<Naming>)
    .find({ uploads: { $in: [...ids] } }, { projection: { _id: 0, uploads: 1 } })
    .toArray();
  return new Set(naming.flatMap(({ uploads = [] }) => uploads)).intersection(new Set(ids));
}
