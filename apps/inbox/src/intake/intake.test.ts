import { newId } from '@estate/persistence';
import { expect, it } from 'vitest';
import { intake } from './intake.ts';
import type { IntakeDeps } from './intake.ts';
import { inMemory } from './raw-mail.ts';

it('the bytes of an email that was erased, and is stored again for somebody else, are there after its document', async () => {
  const raw = inMemory(Buffer.from('Message-ID: <1@portal.example>\r\n\r\nNeue Anfrage'));
  const bytes = new Set<string>();
  const ignored = () => undefined;
  const put: IntakeDeps['raws']['putAll'] = async (things) => {
    for (const { name } of things) bytes.add(name);
  };
  const take = intake({
    ...{ clock: () => new Date(), newId, keptMs: 1000, wake: ignored },
    raws: { put: () => Promise.reject(new Error('the email is short')), putAll: put },
    mails: {
      addAll: async () => {
        bytes.delete(raw.sha256); // an erasure that runs meanwhile
        return [{ id: newId(), isNew: false, mayLackBytes: true as const }];
      },
    },
    events: { mailReceived: ignored },
    waiting: { reserve: ignored, add: ignored, release: ignored },
  });
  await take([
    { raw, truncated: false, sizeBytes: raw.length, source: 'smtp', envelopeTo: ['b@example.org'] },
  ]);
  expect(bytes).toEqual(new Set([raw.sha256]));
});
