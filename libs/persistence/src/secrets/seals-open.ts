import type { Invariant } from '../audit/auditor.ts';
import { walking } from '../audit/audit-walk.ts';
import { sealedRoots, sealedTexts } from './reseal.ts';
import type { Resealer, SealedCollection } from './reseal.ts';

type Opener = Pick<Resealer, 'open'>;

const PORTION = 200;

/** Every secret is sealed with a known key, for its own document. Without the key, nobody can repair it. */
export const sealsOpen = (sealed: readonly SealedCollection[], vault: Opener): Invariant[] =>
  sealed.flatMap(({ collection, fields }) =>
    walking({
      name: `${collection.collectionName}-seals`,
      collection,
      fields: sealedRoots(fields),
      // Smaller than by default, because each text is decrypted.
      portion: PORTION,
      rules: [
        {
          name: `${collection.collectionName}-seals-open`,
          meaning: 'The service cannot use the stored secrets, so whatever needs them fails.',
          advice:
            'No key in VAULT_KEYS opens these secrets. If a key was removed before all secrets were encrypted again (rek secrets rotate), add it again as the previous key. If there is no such key, the customers must enter the secrets again: PUT /targets/{id}, POST /webhooks/{id}/rotate-key.',
          broken: (docs) => docs.filter((doc) => !opens(doc, fields, vault)).map(({ _id }) => _id),
        },
      ],
    }),
  );

function opens(doc: { _id: string }, fields: readonly string[], { open }: Opener): boolean {
  try {
    for (const [, text] of sealedTexts(doc, fields)) open(text, doc._id);
    return true;
  } catch {
    return false;
  }
}
