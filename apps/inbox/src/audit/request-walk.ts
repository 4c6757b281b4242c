import { danglingIds, referenceWalk } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import { mailIdOf } from '../domain/mail.ts';
import type { RequestDoc } from '../stores/request-document.ts';
import type { Audited } from './audited.ts';
import { readingAgain } from './reading-again.ts';
import { requestReferences } from './references.ts';

/** Invariants of requests together with the texts that they share. */
export const requestWalk = ({ requests, texts, store }: Audited): Invariant[] => {
  const readAgain = async (ids: readonly string[], now: Date) => {
    const docs = await requests
      .find({ _id: { $in: [...ids] }, erasing: { $exists: false } }, { projection: { origin: 1, textId: 1 } })
      .toArray();
    const left = await danglingIds(
      docs,
      ({ textId }) => textId,
      texts as unknown as Collection<{ _id: string }>,
    );
    const wrong = docs.filter(({ _id }) => left.includes(_id));
    const read = new Set(await readingAgain(store)([...new Set(wrong.map(mailIdOf))], now));
    return wrong.filter((doc) => read.has(mailIdOf(doc))).map(({ _id }) => _id);
  };
  return referenceWalk<RequestDoc>({
    ...{ name: 'requests', collection: requests },
    references: requestReferences({ texts, readAgain }),
  });
};
