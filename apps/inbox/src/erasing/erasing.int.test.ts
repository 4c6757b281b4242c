import { RequestCreated } from '@estate/contracts';
import { message } from '@estate/messaging';
import { createIdSource, newId } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNewRequest } from '../domain/mail.ts';
import type { RequestRecord } from '../domain/mail.ts';
import { openTestStores } from '../stores/stores.fixture.ts';
import type { Stores } from '../stores/open-stores.ts';
import type { TestStores } from '../stores/stores.fixture.ts';
import { eraseEventsAt } from './erase-events.ts';
import { eraseRequests, redactEvents } from './erase-requests.ts';
import type { EraseDeps } from './erase-requests.ts';
import { sweepRetention } from './retention-sweep.ts';

const DAY_MS = 86_400_000;
const EMAIL = 'zebulon@example.org';
let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

interface Person {
  accountId: string;
  email?: string;
  company?: string;
  text?: string;
  at?: Date;
}

/** A request with the email that led to it; with a text, one that others may share. */
async function receive({ accountId, email = EMAIL, company, text, at = new Date() }: Person) {
  const [id, mailId] = [createIdSource(() => at.getTime())(), createIdSource(() => at.getTime())()];
  const targetId = newId();
  await stores.raws.putAll([{ name: `raw-${mailId}`, bytes: Buffer.from(`From: ${email}`) }]);
  const mail = {
    ...{
      id: mailId,
      key: mailId,
      rawSha256: `raw-${mailId}`,
      sizeBytes: 10,
      truncated: false,
      source: 'smtp',
    },
    ...{ recipients: [], state: 'pending' as const, receivedAt: at, results: [] },
    expiresAt: new Date(Date.now() + 30 * DAY_MS),
  };
  const by = { owner: newId(), leaseMs: 60_000, now: new Date() };
  const [added] = await stores.mails.addAll([{ record: mail, by }]);
  const results = [{ targetId, accountId, requestCount: 1 }];
  const content = { text: `Von ${email}`, attachments: [], attachmentCount: 0, problems: [] };
  await stores.queue.end(added!.claimed!, { state: 'parsed', results, content }, []);
  const textId = text === undefined ? undefined : await stores.texts.put(accountId, text);
  const record: RequestRecord = {
    ...{ id, accountId, targetId, createdAt: at, origin: `${targetId}:${mailId}:hash:0` },
    prospect: { lastName: `Name of ${email}`, email, ...(company !== undefined && { company }) },
    propertyProvidedByPlatform: {},
    message: text ?? 'Hallo',
    ...(textId !== undefined && { textId }),
  };
  const data = toNewRequest(record);
  await stores.requests.add(record, message(RequestCreated, data, { id: newId(), accountId, at }));
  await eventually(async () => expect(await stores.publishedMessages.of(accountId, [id])).toHaveLength(1));
  return { id, mailId };
}

const depsOf = (parts: Stores, clock = () => new Date()): EraseDeps => ({
  ...parts,
  clock,
  eraseEvents: eraseEventsAt({ ask: () => Promise.resolve({}) } as never, parts.publishedMessages, 1000),
  settleMs: 0,
  postponed: new Map(),
});

/** Works until nothing is due. */
async function eraseAll(deps: EraseDeps): Promise<void> {
  while ((await deps.erasedRequests.due(deps.clock(), 1)).length > 0) await eraseRequests(deps);
}

/** Everything that is stored, as text. */
async function stored(): Promise<string> {
  const all = [];
  for (const name of [
    'requests',
    'texts',
    'mails',
    'raw-mails.files',
    'raw-mails.chunks',
    'published-messages',
  ])
    for await (const doc of stores.database.db.collection(name).find()) all.push(doc);
  return JSON.stringify(all, (_key, value: unknown) =>
    value && typeof value === 'object' && 'base64' in value ? String(value) : value,
  );
}

/** Stores whose process ends before their write with this number. */
function endingBefore(write: number): Stores {
  let writes = 0;
  const WRITES = new Set(['take', 'blank', 'remove', 'redact', 'erase', 'note', 'eraseOf', 'replaceData']);
  const mortal = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...input: unknown[]) => {
          if (WRITES.has(String(name)) && (writes += 1) > write) throw new Error('the process ended');
          return (member as (...all: unknown[]) => unknown).apply(target, input);
        };
      },
    });
  const { erasedRequests, erasedMails, texts, tally, publishedMessages } = stores;
  return {
    ...stores,
    erasedRequests: mortal(erasedRequests),
    erasedMails: mortal(erasedMails),
    texts: mortal(texts),
    tally: mortal(tally),
    publishedMessages: mortal(publishedMessages),
  };
}

describe('the erasure of a person from the inbox', () => {
  it('the erasure of a person from the inbox ends with the same result and the same counts before whichever write its process ends', async () => {
    let [write, isEnded] = [0, true];
    for (; isEnded; write += 1) {
      const accountId = newId();
      const erasureId = newId();
      const email = `person-${String(write)}@example.org`;
      const text = `Anfragen von ${email} und Berta`;
      await receive({ accountId, email, text });
      await receive({ accountId, email });
      const other = await receive({ accountId, email: 'berta@example.org', text });
      const person = { accountId, erasureId, email };
      const run = async (deps: EraseDeps) => {
        while (!(await stores.erasePerson(person, deps))) continue;
        await eraseAll(deps);
        while (!(await stores.erasePerson(person, deps))) continue;
      };
      isEnded = await run(depsOf(endingBefore(write))).then(
        () => false,
        (error: unknown) => {
          expect(error).toMatchObject({ message: 'the process ended' });
          return true;
        },
      );
      await run(depsOf(stores));
      expect(await stored()).not.toContain(email);
      expect(await stores.requests.find(accountId, other.id)).toMatchObject({
        message: 'Anfragen von [erased] und Berta',
        prospect: { email: 'berta@example.org' },
      });
      expect([
        await stores.tally.count(erasureId, 'request'),
        await stores.tally.count(erasureId, 'mail'),
      ]).toEqual([2, 3]);
      expect(await stores.erasedRequests.left(erasureId)).toBe(0);
    }
    expect(write).toBeGreaterThan(10);
  });

  it('the erasure of a person from the inbox finds a text with more addresses than have keys, behind many that are not meant', async () => {
    const [accountId, erasureId] = [newId(), newId()];
    const crowd = Array.from({ length: 600 }, (_, n) => `a${String(n)}@example.net`).join(' ');
    const email = 'hidden@example.org';
    for (let n = 0; n < 101; n += 1)
      await receive({ accountId, email: 'other@example.org', text: `${String(n)} ${crowd}` });
    const { id } = await receive({ accountId, email: 'berta@example.org', text: `${crowd} ${email}` });
    const deps = depsOf(stores);
    while (!(await stores.erasePerson({ accountId, erasureId, email }, deps))) continue;
    expect((await stores.requests.find(accountId, id))?.message).toBe(`${crowd} [erased]`);
    expect(await stored()).not.toContain(email);
  });

  it('the erasure of a person from the inbox takes the note and the assignee along, and the address out of notes about others', async () => {
    const [accountId, erasureId] = [newId(), newId()];
    const email = 'noted@example.org';
    const handling = { state: 'done' as const, changedAt: new Date(), assignee: newId() };
    const own = await receive({ accountId, email });
    const other = await receive({ accountId, email: 'berta@example.org', text: 'Mein Wunsch' });
    const set = async (id: string, note: string) => {
      const seen = await stores.requests.find(accountId, id);
      return stores.requests.handle(seen!, { ...handling, note }, { only: false });
    };
    await set(own.id, 'Ruft am Montag an');
    await set(other.id, `Kommt mit ${email} zur Besichtigung`);
    const deps = depsOf(stores);
    while (!(await stores.erasePerson({ accountId, erasureId, email }, deps))) continue;
    await eraseAll(deps);
    expect(await stores.requests.find(accountId, own.id)).toBeNull();
    expect(await stored()).not.toMatch(/noted|Montag/);
    expect(await stores.requests.find(accountId, other.id)).toMatchObject({
      message: 'Mein Wunsch',
      handling: { ...handling, note: 'Kommt mit [erased] zur Besichtigung' },
    });
    expect(await stores.mails.findOf(accountId, other.mailId)).not.toBeNull();
  });

  it('a request that waits for its erasure to end has no words left to find it by', async () => {
    const accountId = newId();
    const { id } = await receive({ accountId, email: 'zyxwvu@example.org' });
    await stores.erasedRequests.take([id], { accountId, dueAt: new Date() });
    await eraseRequests({ ...depsOf(stores), settleMs: DAY_MS });
    expect(await stored()).not.toContain('zyxwvu');
  });

  it('the erasure of a person from the inbox leaves a text that another request came to share meanwhile', async () => {
    const accountId = newId();
    const text = 'Ich interessiere mich.';
    const { id } = await receive({ accountId, text });
    await stores.erasedRequests.take([id], { accountId, dueAt: new Date() });
    await eraseRequests({
      ...depsOf(stores),
      texts: {
        read: (ids) => stores.texts.read(ids),
        find: async (textId) => {
          const found = await stores.texts.find(textId);
          await stores.texts.put(accountId, text);
          return found;
        },
        remove: (seen) => stores.texts.remove(seen),
      },
    });
    const other = await receive({ accountId, email: 'berta@example.org', text });
    expect(await stores.requests.find(accountId, other.id)).toMatchObject({ message: text });
  });
});

/** Erases a person in a few steps; false when more would follow. */
async function isErased(person: { accountId: string; erasureId: string; email: string }): Promise<boolean> {
  for (let step = 0; step < 4; step += 1) if (await stores.erasePerson(person, depsOf(stores))) return true;
  return false;
}

describe('the erasure of a person whom another one names', () => {
  it.each([
    ['in another field', { company: 'tom@example.org' }, 'tom@example.org'],
    [
      'in another field beside a shared text',
      { company: 'tim@example.org', text: 'Hallo zusammen' },
      'tim@example.org',
    ],
    ['in another form', { text: 'Von tom@müller.de' }, 'tom@xn--mller-kva.de'],
    ['with a domain as it is written', { text: 'Von tim@xn--mller-kva.de' }, 'tim@müller.de'],
    ['behind a line end', { text: 'Von\nina@x.de' }, 'ina@x.de'],
  ])(
    'the erasure of a person whom another one names %s ends, and leaves the request without the address',
    async (_where, more, email) => {
      const [accountId, erasureId] = [newId(), newId()];
      const { id } = await receive({ accountId, email: 'berta@example.org', ...more });
      expect(await isErased({ accountId, erasureId, email })).toBe(true);
      const kept = await stores.requests.find(accountId, id);
      const [published] = await stores.publishedMessages.of(accountId, [id]);
      for (const left of [kept, published?.message.data]) {
        expect(left).toMatchObject({ prospect: { email: 'berta@example.org' } });
        expect(JSON.stringify(left)).toContain('[erased]');
      }
      expect(await stored()).not.toMatch(/(?:tom|tim)@|ina@x/);
    },
  );

  it('the erasure of a person whom another one names finds requests of a version that looked for addresses in fewer texts', async () => {
    const [accountId, erasureId] = [newId(), newId()];
    const at = new Date(Date.now() - DAY_MS);
    const { id } = await receive({ accountId, email: 'berta@example.org', company: 'old@example.org', at });
    await stores.database.db
      .collection<{ _id: string }>('requests')
      .updateOne({ _id: id }, { $set: { personKeys: [] }, $unset: { hasAllKeys: '' } });
    while (!(await stores.personKeyBackfill.fillUntil(new Date(), new Date()))) continue;
    expect(await isErased({ accountId, erasureId, email: 'old@example.org' })).toBe(true);
    expect((await stores.requests.find(accountId, id))?.prospect.company).toBe('[erased]');
  });
});

describe('the erasure of requests', () => {
  it('the erasure of requests of one account that fails is tried again later, and does not hold up others', async () => {
    const [failing, other] = [newId(), newId()];
    for (const accountId of [failing, other]) {
      const { id } = await receive({ accountId });
      await stores.erasedRequests.take([id], { accountId, dueAt: new Date() });
    }
    let now = new Date();
    const asked: string[] = [];
    const deps: EraseDeps = {
      ...depsOf(stores, () => now),
      eraseEvents: async (accountId) => {
        asked.push(accountId);
        if (accountId === failing) throw new Error('too large');
      },
    };
    const left = async () =>
      (await stores.erasedRequests.due(now, 100)).map(({ erasing }) => erasing.accountId);
    await expect(eraseRequests(deps)).rejects.toThrow('too large');
    while ((await left()).includes(other)) await eraseRequests(deps);
    expect(await left()).toEqual([failing]);
    expect(asked.filter((accountId) => accountId === failing)).toHaveLength(1);
    now = new Date(now.getTime() + 61_000);
    await eraseAll({ ...deps, eraseEvents: () => Promise.resolve() });
    expect(await left()).toEqual([]);
  });

  it('the erasure of requests has words taken out of as many events at once as fit through the broker', async () => {
    const asks: { redacted?: { requestId: string }[] }[] = [];
    const requests = Array.from({ length: 100 }, () => ({ _id: newId() }));
    const eraseEvents: EraseDeps['eraseEvents'] = async (_accountId, erased) => void asks.push(erased);
    await redactEvents({ eraseEvents }, newId(), { requests, words: ['"'.repeat(2000), 'ä'.repeat(14_000)] });
    for (const ask of asks) expect(Buffer.byteLength(JSON.stringify(ask))).toBeLessThan(1_000_000);
    expect(asks.flatMap(({ redacted = [] }) => redacted.map(({ requestId }) => requestId))).toEqual(
      requests.map(({ _id }) => _id),
    );
  });
});

describe('messages that the inbox would publish again', () => {
  it('a message about the request of somebody else stays without the erased person, and stays to be published', async () => {
    const [accountId, erasureId] = [newId(), newId()];
    const email = 'friend@example.org';
    const { id } = await receive({ accountId, email: 'berta@example.org', text: `Grüße auch von ${email}` });
    const deps = depsOf(stores);
    while (!(await stores.erasePerson({ accountId, erasureId, email }, deps))) continue;
    const [kept] = await stores.publishedMessages.of(accountId, [id]);
    expect(kept?.message.data).toMatchObject({
      message: 'Grüße auch von [erased]',
      prospect: { email: 'berta@example.org' },
    });
  });

  it('a message that was kept after its request was erased is found by the person', async () => {
    const [accountId, erasureId] = [newId(), newId()];
    const email = 'late@example.org';
    const { id } = await receive({ accountId, email });
    const [kept] = await stores.publishedMessages.of(accountId, [id]);
    const deps = depsOf(stores);
    while (!(await stores.erasePerson({ accountId, erasureId, email }, deps))) continue;
    await eraseAll(deps);
    await stores.publishedMessages.add([{ documentId: id, messages: [kept!.message] }]);
    while (!(await stores.erasePerson({ accountId, erasureId, email }, deps))) continue;
    expect(await stored()).not.toContain(email);
  });
});

describe('the retention of requests', () => {
  const sweep = (now: Date) =>
    sweepRetention(
      { ...depsOf(stores, () => now), ...stores, wake: () => undefined, defaultDays: 180, mailDays: 30 },
      new AbortController().signal,
    );

  it('the retention of requests is that of their account, and the default for others', async () => {
    const now = new Date();
    const [short, standard] = [newId(), newId()];
    await stores.retentions.set(short, 10, now);
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
    const kept = [
      await receive({ accountId: short, at: ago(9), email: 'a@example.org' }),
      await receive({ accountId: standard, at: ago(179), email: 'b@example.org' }),
    ];
    const gone = [
      await receive({ accountId: short, at: ago(11), email: 'gone-short@example.org' }),
      await receive({ accountId: standard, at: ago(181), email: 'gone-standard@example.org' }),
    ];
    await sweep(now);
    await eraseAll(depsOf(stores));
    expect(await stores.requests.find(short, kept[0]!.id)).not.toBeNull();
    expect(await stores.requests.find(standard, kept[1]!.id)).not.toBeNull();
    expect(await stores.requests.find(short, gone[0]!.id)).toBeNull();
    expect(await stores.requests.find(standard, gone[1]!.id)).toBeNull();
    expect(await stored()).not.toMatch(/gone-(short|standard)@/);
  });

  it('the retention of requests shortens that of emails that led to none', async () => {
    const now = new Date();
    const accountId = newId();
    const { id, mailId } = await receive({
      accountId,
      at: new Date(now.getTime() - 20 * DAY_MS),
      email: 'old@example.org',
    });
    await stores.erasedRequests.take([id], { accountId, dueAt: new Date(now.getTime() + DAY_MS) });
    expect(await stores.mails.findOf(accountId, mailId)).not.toBeNull();
    await stores.retentions.set(accountId, 10, now);
    await sweep(now);
    expect(await stores.mails.findOf(accountId, mailId)).toBeNull();
    expect((await stores.mails.find(mailId))?.rawSha256).toBe('');
  });
});
