import type { Collection, Filter } from 'mongodb';

const PAGE = 100;

interface Search<T> {
  /** The field whose values are walked through, and the path of the due time: together an index. */
  by: keyof T & string;
  dueAt: string;
  filter: Filter<T>;
  fields: Record<string, 0 | 1>;
}

/**
 * The longest due document for each value of a field. Walks through an index and skips further documents of a value, so a value with
 * thousands costs one query.
 */
export async function firstDueOfEach<T extends { _id: string }>(
  docs: Collection<T>,
  { by, dueAt, filter, fields }: Search<T>,
): Promise<T[]> {
  const found: T[] = [];
  for (let after = ''; ;) {
    const page = (await docs
      .find({ [by]: { $gt: after }, ...filter } as Filter<T>, { projection: fields })
      .sort({ [by]: 1, [dueAt]: 1 })
      .limit(PAGE)
      .toArray()) as unknown as T[];
    for (const doc of page) {
      if (doc[by] !== after) found.push(doc);
      after = doc[by] as string;
    }
    if (page.length < PAGE) return found;
  }
}
