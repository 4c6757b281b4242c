import { danglingIds, walking } from '@estate/persistence';
import type { Collection, Invariant } from '@estate/persistence';
import { mailIdOf } from '../domain/mail.ts';
import type { RequestDoc } from '../stores/request-store.ts';
import type { Audited } from './audited.ts';
import { readingAgain } from './reading-again.ts';

/** Invariants of requests together with the texts that they share. */
export const requestWalk = ({ requests, texts, store }: Audited): Invariant[] =>
  walking<RequestDoc>({
    collection: requests,
    fields: ['textId', 'erasing'],
    rules: [
      {
        name: 'request-texts-exist',
        meaning: 'The requests, and lists that contain them, cannot be read.',
        advice:
          'The text that these requests share is missing. Read their emails again, which stores the text (rek repair). If the emails have expired, restore the texts from a backup.',
        broken: (docs) =>
          danglingIds(
            docs.filter(({ erasing }) => !erasing),
            ({ textId }) => textId,
            texts as unknown as Collection<{ _id: string }>,
          ),
        repair: async (ids, now) => {
          const docs = await requests
            .find({ _id: { $in: [...ids] } }, { projection: { origin: 1 } })
            .toArray();
          const read = new Set(await readingAgain(store)([...new Set(docs.map(mailIdOf))], now));
          return docs.filter((doc) => read.has(mailIdOf(doc))).map(({ _id }) => _id);
        },
      },
    ],
  });
