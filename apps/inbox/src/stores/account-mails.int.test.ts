import { RequestCreated } from '@estate/contracts';
import type { ReceivedMailQuery } from '@estate/contracts';
import { message } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure } from '../domain/failure.ts';
import { toNewRequest } from '../domain/mail.ts';
import type { MailRecord, MailResult, RequestRecord } from '../domain/mail.ts';
import { toSummary } from '../domain/account-part.ts';
import { ErasedMailStore } from './erased-mail-store.ts';
import type { MailDoc } from './mail-document.ts';
import type { ClaimedMail, MailEnd } from './mail-queue.ts';
import { openTestStores } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

const WHY = failure('no_prospect', 'The request names no person.');
const CONTENT = { text: 'Hallo', attachments: [], attachmentCount: 0, problems: [{ ...WHY, count: 1 }] };
let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const docs = () => stores.database.db.collection<MailDoc>('mails');
const by = () => ({ owner: newId(), leaseMs: 60_000, now: new Date() });
const result = (accountId: string, more: Partial<MailResult> = {}): MailResult => ({
  targetId: newId(),
  accountId,
  requestCount: 0,
  ...more,
});

async function claimedMail(): Promise<ClaimedMail> {
  const id = newId();
  const record: MailRecord = {
    id,
    key: id,
    rawSha256: id,
    sizeBytes: 100,
    truncated: false,
    source: 'smtp',
    recipients: ['a@example.org'],
    state: 'pending',
    receivedAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
    results: [],
  };
  const [added] = await stores.mails.addAll([{ record, by: by() }]);
  return added!.claimed!;
}

const failedFor = (results: MailResult[]): MailEnd => ({
  state: 'failed',
  results,
  failure: WHY,
  content: CONTENT,
  sender: 'portal@portal.example',
  subject: 'Anfrage',
});

/** An email that was read, with these results. */
async function read(results: MailResult[], end: Partial<MailEnd> = {}): Promise<string> {
  const claimed = await claimedMail();
  expect(await stores.queue.end(claimed, { ...failedFor(results), ...end }, [])).toBe(true);
  return claimed.record.id;
}

/** Claims the email that was made due again. */
async function claimAgain(id: string): Promise<ClaimedMail> {
  for (;;) {
    const claimed = await stores.queue.claim(by());
    if (!claimed) throw new Error('the email is not due');
    if (claimed.record.id === id) return claimed;
  }
}

const list = async (accountId: string, query: Partial<ReceivedMailQuery> = {}) => {
  const { records, ...page } = await stores.mails.listOf(accountId, { limit: 10, order: 'asc', ...query });
  return { ...page, ids: records.map(({ id }) => id) };
};
const stateOf = async (accountId: string, id: string) =>
  toSummary((await stores.mails.findOf(accountId, id))!.record, accountId).state;

describe('an email that an account has erased', () => {
  it('an email that an account has erased before it was read for another one stays for that one', async () => {
    const [accountId, other] = [newId(), newId()];
    const id = await read([result(accountId)]);
    await stores.raws.putAll([{ name: id, bytes: Buffer.from('mail') }]);
    const record = (await stores.mails.find(id))!;
    await stores.mails.addAll([
      { record: { ...record, id: newId(), recipients: ['b@example.org'], results: [] }, by: undefined },
    ]);
    await stores.erasedMails.erase(accountId, id);
    expect(await stores.raws.read(id)).not.toBeNull();
    expect(await stores.mails.findOf(accountId, id)).toBeNull();
    const claimed = await claimAgain(id);
    expect(claimed.record).toMatchObject({
      recipients: ['a@example.org', 'b@example.org'],
      erasedFor: [accountId],
    });
    expect(await stores.queue.end(claimed, failedFor([result(other)]), [])).toBe(true);
    expect(await stores.mails.findOf(other, id)).not.toBeNull();
  });

  it('an email to which a copy for another account comes while it is erased keeps its bytes', async () => {
    const accountId = newId();
    const id = await read([result(accountId)]);
    const bytes = [{ name: id, bytes: Buffer.from('mail') }];
    await stores.raws.putAll(bytes);
    const { erasedFor: _erasedFor, ...record } = (await stores.mails.find(id))!;
    const copy = { ...record, id: newId(), recipients: ['b@example.org'], results: [] };
    const erased = new ErasedMailStore(docs(), {
      delete: async (name, putBefore) => {
        // The copy arrives between the look and the deletion.
        const [added] = await stores.mails.addAll([{ record: copy, by: undefined }]);
        expect(added).toEqual({ id, isNew: false, mayLackBytes: true });
        await stores.raws.putAll(bytes);
        await stores.raws.delete(name, putBefore);
      },
    });
    await erased.erase(accountId, id);
    expect(await stores.raws.read(id)).not.toBeNull();
    expect((await claimAgain(id)).record).toMatchObject({ erasedFor: [accountId], rawSha256: id });
  });

  it('an email that an account has erased is stored again for another one to which a copy comes', async () => {
    const accountId = newId();
    const id = await read([result(accountId)]);
    const { erasedFor: _erasedFor, ...record } = (await stores.mails.find(id))!;
    await stores.erasedMails.erase(accountId, id);
    expect(await stores.mails.find(id)).toMatchObject({ rawSha256: '', recipients: [] });
    const copy = { ...record, id: newId(), rawSha256: newId(), recipients: ['b@example.org'], results: [] };
    const [added] = await stores.mails.addAll([{ record: copy, by: undefined }]);
    expect(added).toEqual({ id, isNew: false, mayLackBytes: true });
    const claimed = await claimAgain(id);
    expect(claimed.record).toMatchObject({
      ...{ id, rawSha256: copy.rawSha256, recipients: copy.recipients },
      ...{ state: 'pending', erasedFor: [accountId] },
    });
  });

  it('an email that an account has erased leaves nothing when reading it finds nobody else', async () => {
    const accountId = newId();
    const id = await read([result(accountId)]);
    await stores.mails.readAgain(id, new Date());
    await stores.erasedMails.erase(accountId, id);
    await stores.queue.end(await claimAgain(id), { state: 'failed', results: [], isErased: true }, []);
    const left = await docs().findOne({ _id: id });
    expect(left).toMatchObject({ state: 'failed', results: [], recipients: [], rawSha256: '' });
    expect(JSON.stringify(left)).not.toMatch(/portal|Anfrage|Hallo/);
    expect(await stores.mails.unnamedRaws([id])).toEqual([id]);
  });
});

describe('the emails of an account', () => {
  it('the emails of an account are listed by target and state, page by page, and counted', async () => {
    const accountId = newId();
    const [a, b] = [result(accountId), result(accountId)];
    const ids = [await read([a]), await read([b]), await read([a, b])];
    const parsed = await read([{ ...a, requestCount: 1 }], { state: 'parsed' });
    expect(await list(accountId, { count: true })).toMatchObject({ ids: [...ids, parsed], count: 4 });
    expect((await list(accountId, { state: 'failed' })).ids).toEqual(ids);
    expect((await list(accountId, { state: 'partial' })).ids).toEqual([parsed]);
    expect(await list(accountId, { targetId: a.targetId, state: 'failed', count: true })).toMatchObject({
      ids: [ids[0], ids[2]],
      count: 2,
    });
    const first = await list(accountId, { targetId: b.targetId, limit: 1, order: 'desc' });
    expect(first).toEqual({ ids: [ids[2]], hasMore: true });
    const next = await list(accountId, {
      targetId: b.targetId,
      limit: 1,
      order: 'desc',
      startAfter: ids[2],
    });
    expect(next).toEqual({ ids: [ids[1]], hasMore: false });
  });

  it('the emails of an account are neither found nor changed by another account', async () => {
    const accountId = newId();
    const id = await read([result(accountId)]);
    const stranger = newId();
    expect((await list(stranger)).ids).toEqual([]);
    expect(await stores.mails.findOf(stranger, id)).toBeNull();
    expect(await stores.mails.readAgainOf(stranger, id, new Date())).toBeNull();
    expect(await stores.mails.finishOf(stranger, id, { at: new Date() })).toBeNull();
    expect((await stores.mails.findOf(accountId, id))?.content).toEqual(CONTENT);
  });

  it('the emails of an account are in no list while no account owns them', async () => {
    const claimed = await claimedMail();
    const { content: _content, ...end } = failedFor([]);
    await stores.queue.end(claimed, { ...end, state: 'quarantined' }, []);
    expect((await docs().findOne({ _id: claimed.record.id }))?.listedUnder).toEqual([]);
  });
});

describe('an email that its account has read again', () => {
  it('an email that its account has read again is pending until it is read, and is listed by what the second reading found', async () => {
    const accountId = newId();
    const own = result(accountId);
    const id = await read([own]);
    await stores.mails.readAgainOf(accountId, id, new Date());
    expect((await list(accountId, { state: 'pending' })).ids).toEqual([id]);
    const end: MailEnd = { state: 'parsed', results: [{ ...own, requestCount: 1 }] };
    expect(await stores.queue.end(await claimAgain(id), end, [])).toBe(true);
    expect((await list(accountId, { state: 'pending' })).ids).toEqual([]);
    expect((await list(accountId, { state: 'parsed' })).ids).toEqual([id]);
    expect((await stores.mails.findOf(accountId, id))?.content).toBeUndefined();
  });

  it('an email that its account has read again is not made due once more, so that its attempts are not counted anew', async () => {
    const accountId = newId();
    const id = await read([result(accountId)]);
    await stores.mails.readAgainOf(accountId, id, new Date());
    const claimed = await claimAgain(id);
    await stores.queue.retry(claimed, { dueAt: new Date(), attempt: 1, internalErrors: 0 });
    await stores.mails.readAgainOf(accountId, id, new Date());
    expect(await docs().findOne({ _id: id })).toMatchObject({ attempt: 1, state: 'pending' });
  });

  it('an email that its account has read again is refused when it ended every thread that read it, and the operator may still do it', async () => {
    const accountId = newId();
    const id = await read([result(accountId)], { unreadable: true });
    const again = stores.mails.readAgainOf(accountId, id, new Date());
    await expect(again).rejects.toMatchObject({ code: 'mail-unreadable' });
    expect(await stateOf(accountId, id)).toBe('failed');
    expect(await stores.mails.readAgain(id, new Date())).toMatchObject({ state: 'pending' });
    await stores.queue.end(await claimAgain(id), failedFor([result(accountId)]), []);
    expect(await stores.mails.readAgainOf(accountId, id, new Date())).not.toBeNull();
  });
});

describe('an email that its account marks as done', () => {
  const done = { at: new Date('2026-11-20T10:00:00Z'), by: { kind: 'api_key', name: 'Support' } };

  it('an email that its account marks as done is done with the first mark, and open again once it is read again', async () => {
    const accountId = newId();
    const id = await read([result(accountId)]);
    await stores.mails.finishOf(accountId, id, done);
    await stores.mails.finishOf(accountId, id, { at: new Date() });
    const { record } = (await stores.mails.findOf(accountId, id))!;
    expect(toSummary(record, accountId)).toMatchObject({
      state: 'done',
      doneAt: done.at.toISOString(),
      doneBy: done.by,
    });
    expect((await list(accountId, { state: 'failed' })).ids).toEqual([]);
    expect((await list(accountId, { state: 'done' })).ids).toEqual([id]);
    await stores.mails.readAgainOf(accountId, id, new Date());
    await stores.queue.end(await claimAgain(id), failedFor(record.results.map(open)), []);
    expect(await stateOf(accountId, id)).toBe('failed');
  });

  it('an email that its account marks as done is done for that account only', async () => {
    const [one, other] = [newId(), newId()];
    const id = await read([result(one), result(other)]);
    await stores.mails.finishOf(one, id, done);
    expect([await stateOf(one, id), await stateOf(other, id)]).toEqual(['done', 'failed']);
    expect((await list(other, { state: 'failed' })).ids).toEqual([id]);
  });

  it('while it is read makes that reading outdated, and the mark stays', async () => {
    const accountId = newId();
    const own = result(accountId);
    const id = await read([own]);
    await stores.mails.readAgain(id, new Date());
    const claimed = await claimAgain(id);
    await stores.mails.finishOf(accountId, id, done);
    expect(await stores.queue.end(claimed, failedFor([own]), [])).toBe(false);
    await stores.queue.release(claimed);
    const again = await claimAgain(id);
    expect(again.record.results).toMatchObject([{ done: { at: done.at } }]);
    await stores.queue.end(again, failedFor(again.record.results), []);
    expect(await stateOf(accountId, id)).toBe('done');
  });

  it('many times at once is marked once', async () => {
    const accountId = newId();
    const id = await read([result(accountId)]);
    const marks = Array.from({ length: 5 }, (_, n) => ({ at: new Date(1_700_000_000_000 + n) }));
    const all = await Promise.all(marks.map((mark) => stores.mails.finishOf(accountId, id, mark)));
    const times = all.map((mail) => toSummary(mail!.record, accountId).doneAt);
    expect(new Set(times).size).toBe(1);
  });
});

const open = ({ done: _done, ...rest }: MailResult): MailResult => rest;

describe('the requests of an email', () => {
  it('the requests of an email are found for the targets that are named, up to a number', async () => {
    const accountId = newId();
    const [mailId, a, b, c] = [newId(), newId(), newId(), newId()];
    const make = async (targetId: string, of: string, n: number) => {
      const record: RequestRecord = {
        id: newId(),
        accountId,
        origin: `${targetId}:${of}:hash:${String(n)}`,
        createdAt: new Date(),
        message: 'Hallo',
        targetId,
        prospect: {},
        propertyProvidedByPlatform: {},
      };
      const told = { id: newId(), accountId, at: record.createdAt };
      await stores.requests.add(record, message(RequestCreated, toNewRequest(record), told));
      return record.id;
    };
    const made = [await make(a, mailId, 0), await make(a, mailId, 1), await make(b, mailId, 0)];
    await make(c, mailId, 0);
    await make(a, newId(), 0);
    expect(await stores.requests.idsOfMail(mailId, [a, b], 100)).toEqual(made);
    expect(await stores.requests.idsOfMail(mailId, [a, b], 2)).toEqual(made.slice(0, 2));
    expect(await stores.requests.idsOfMail(newId(), [a, b], 100)).toEqual([]);
  });
});

describe('the queries of the emails of an account', () => {
  it('each use their index', async () => {
    const explain = (collection: string, filter: object, sort: object) =>
      stores.database.db
        .collection(collection)
        .find(filter)
        .sort(sort as never)
        .explain('queryPlanner');
    const plan = await explain('mails', { listedUnder: 'x' }, { _id: 1 }).catch((error: unknown) => error);
    if (plan instanceof Error) return; // a server without explain
    expect(JSON.stringify(plan)).toContain('"account"');
    const later = await explain('mails', { listedUnder: 'x', _id: { $gt: 'a' } }, { _id: 1 });
    expect(JSON.stringify(later)).toContain('"account"');
    const requests = await explain('requests', { origin: { $gte: 'a:', $lt: 'a;' } }, { origin: 1 });
    expect(JSON.stringify(requests)).toContain('"origin"');
  });
});
