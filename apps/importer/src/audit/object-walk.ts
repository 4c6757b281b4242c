import { danglingIds, referenceWalk } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import type { ImportDoc } from '../stores/import-document.ts';
import type { ObjectDoc } from '../stores/object-store.ts';
import { objectReferences } from './references.ts';

interface Objects {
  objects: Collection<ObjectDoc>;
  imports: Collection<ImportDoc>;
}

/** Invariants of the objects of imports. */
export const objectWalk = ({ objects, imports }: Objects): Invariant[] => {
  const remove = async (ids: readonly string[]) => {
    const docs = await objects.find({ _id: { $in: [...ids] } }, { projection: { importId: 1 } }).toArray();
    const left = await danglingIds(
      docs,
      ({ importId }) => importId,
      imports as unknown as Collection<{ _id: string }>,
    );
    await objects.deleteMany({ _id: { $in: left } });
    return left;
  };
  const references = objectReferences({ imports, remove });
  return referenceWalk<ObjectDoc>({ name: 'import-objects', collection: objects, references });
};
