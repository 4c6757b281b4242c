import { danglingIds, walking } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import type { ImportDoc } from '../stores/import-document.ts';
import type { ObjectDoc } from '../stores/object-store.ts';

interface Objects {
  objects: Collection<ObjectDoc>;
  imports: Collection<ImportDoc>;
}

/** An object goes before its import does. A repair removes those that were left. */
export const objectWalk = ({ objects, imports }: Objects): Invariant[] => {
  const orphans = (docs: readonly Pick<ObjectDoc, '_id' | 'importId'>[]) =>
    danglingIds(docs, ({ importId }) => importId, imports as unknown as Collection<{ _id: string }>);
  return walking<ObjectDoc>({
    collection: objects,
    fields: ['importId'],
    rules: [
      {
        name: 'import-objects-have-an-import',
        meaning: 'Objects of imports that no longer exist are kept, and nobody can see them.',
        advice: 'The imports were removed without their objects. Remove the objects (rek repair).',
        broken: (docs) => orphans(docs),
        repair: async (ids) => {
          const docs = await objects
            .find({ _id: { $in: [...ids] } }, { projection: { importId: 1 } })
            .toArray();
          const left = await orphans(docs);
          await objects.deleteMany({ _id: { $in: left } });
          return left;
        },
      },
    ],
  });
};
