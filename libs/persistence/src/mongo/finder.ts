import type { Collection, Filter } from 'mongodb';

/** The maximum number of results; with more, the text is no name. */
const FOUND_MAX = 50;

interface Named {
  _id: string;
}

/** Documents that can be looked up. */
export interface Findable<T extends Named = Named> {
  kind: string;
  docs: Collection<T>;
  /** Names other than the id; each is looked up by an index. */
  by?: (text: string) => Filter<T>[];
  /** The fields that `describe` reads. */
  fields: Readonly<Record<string, 1>>;
  describe: (doc: T) => { accountId?: string; parentId?: string; name?: string | undefined };
}

/** Wraps a kind of documents for a list of different kinds. */
export const findable = <T extends Named>(given: Findable<T>): Findable => given as unknown as Findable;

export interface FoundDocument {
  kind: string;
  id: string;
  accountId?: string;
  parentId?: string;
  name?: string;
}

/** Finds documents by their ids and other names, over all accounts. */
export class Finder {
  readonly #findables: readonly Findable[];

  constructor(findables: readonly Findable[]) {
    this.#findables = findables;
  }

  async find(text: string): Promise<FoundDocument[]> {
    return (await Promise.all(this.#findables.map((each) => findOfKind(each, text)))).flat();
  }
}

async function findOfKind(
  { kind, docs, by, fields, describe }: Findable,
  text: string,
): Promise<FoundDocument[]> {
  const lookups = [{ _id: text }, ...(by?.(text) ?? [])];
  const found = await Promise.all(
    lookups.map((filter) => docs.find(filter, { projection: fields }).limit(FOUND_MAX).toArray()),
  );
  const byId = new Map(found.flat().map((doc) => [doc._id, doc as Named]));
  return [...byId.values()].map((doc) => {
    const { accountId, parentId, name } = describe(doc);
    return {
      kind,
      id: doc._id,
      ...(accountId !== undefined && { accountId }),
      ...(parentId !== undefined && { parentId }),
      ...(name !== undefined && { name }),
    };
  });
}
