import { RequestCreated } from '@estate/contracts';
import { message } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStores } from '../stores/stores.fixture.ts';
import type { TestStores } from '../stores/stores.fixture.ts';

const DAY_MS = 86_400_000;
let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

/** An email that accounts received, with a request for each that shares its text. */
async function receive(accountIds: readonly string[], word: string): Promise<string> {
  const [mailId, now] = [newId(), new Date()];
  const raw = `raw-${mailId}`;
  await stores.raws.putAll([{ name: raw, bytes: Buffer.from(`Subject: ${word}`) }]);
  const record = {
    ...{ id: mailId, key: mailId, rawSha256: raw, sizeBytes: 10, truncated: false, source: 'smtp' },
    ...{ recipients: [], state: 'pending' as const, receivedAt: now, results: [] },
    expiresAt: new Date(now.getTime() + 30 * DAY_MS),
  };
  const by = { owner: newId(), leaseMs: 60_000, now };
  const [added] = await stores.mails.addAll([{ record, by }]);
  const results = accountIds.map((accountId) => ({ targetId: newId(), accountId, requestCount: 1 }));
  const content = { text: word, attachments: [], attachmentCount: 0, problems: [] };
  await stores.queue.end(added!.claimed!, { state: 'parsed', results, content, subject: word }, []);
  for (const { accountId, targetId } of results) {
    const id = newId();
    const textId = await stores.texts.put(accountId, word);
    const shown = {
      id,
      targetId,
      message: word,
      prospect: { lastName: word },
      propertyProvidedByPlatform: {},
    };
    await stores.requests.add(
      { ...shown, accountId, createdAt: now, origin: `${targetId}:${mailId}:hash:0`, textId },
      message(
        RequestCreated,
        { ...shown, createdAt: now.toISOString() },
        { id: newId(), accountId, at: now },
      ),
    );
  }
  return mailId;
}

async function stored(): Promise<string> {
  const all: unknown[] = [];
  for (const { name } of await stores.database.db.listCollections().toArray())
    for await (const doc of stores.database.db.collection(name).find()) all.push(doc);
  return JSON.stringify(all, (_key, value: unknown) =>
    value && typeof value === 'object' && '_bsontype' in value && value._bsontype === 'Binary'
      ? Buffer.from((value as unknown as { buffer: Uint8Array }).buffer).toString('latin1')
      : value,
  );
}

describe('the erasure of an account from the inbox', () => {
  it('an account is erased with its requests, texts, emails and bytes, and others keep an email that they received, too', async () => {
    const [accountId, other] = [newId(), newId()];
    const own = await receive([accountId], 'Zebulonia');
    const shared = await receive([accountId, other], 'Gemeinsam');
    await stores.retentions.set(accountId, 7, new Date());
    const [request] = await stores.erasedRequests.madeBefore(accountId, new Date(Date.now() + DAY_MS), 1);
    await stores.erasedRequests.take([request!], { accountId, dueAt: new Date() });

    const account = { accountId, closingId: newId(), requestedAt: new Date() };
    while (!(await stores.accountEraser.erase(account)));
    expect(await stores.accountEraser.erased(account.closingId)).toMatchObject({ requests: 2, mails: 2 });
    expect(await stored()).not.toContain('Zebulonia');
    expect(await stores.raws.read(`raw-${own}`)).toBeNull();
    expect(await stores.raws.read(`raw-${shared}`)).not.toBeNull();
    expect(await stores.mails.findOf(accountId, shared)).toBeNull();
    expect((await stores.mails.findOf(other, shared))?.content?.text).toBe('Gemeinsam');
    const { db } = stores.database;
    for (const name of ['requests', 'texts', 'retentions'])
      expect(JSON.stringify(await db.collection(name).find().toArray())).not.toContain(accountId);
    expect(await db.collection('requests').countDocuments({ accountId: other })).toBe(1);
  });
});
