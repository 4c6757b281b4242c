import { RequestCreated, RequestQuery } from '@estate/contracts';
import { message } from '@estate/messaging';
import { createIdSource, newId } from '@estate/persistence';
import type { Filter } from '@estate/persistence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNewRequest } from '../domain/mail.ts';
import type { RequestRecord, StoredHandling } from '../domain/mail.ts';
import { listRequests } from './request-lists.ts';
import type { RequestDoc } from './request-document.ts';
import { openTestStores } from './stores.fixture.ts';
import type { TestStores } from './stores.fixture.ts';

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const NOW = new Date('2026-11-20T10:00:00.000Z');
const TARGET = newId();
const ANNA = newId();

async function receive(accountId: string, more: Partial<RequestRecord> = {}) {
  const createdAt = more.createdAt ?? NOW;
  const id = createIdSource(() => createdAt.getTime())();
  const record: RequestRecord = {
    ...{ id, accountId, targetId: TARGET, createdAt, origin: `${TARGET}:${id}:0` },
    ...{ prospect: { lastName: 'Müller' }, propertyProvidedByPlatform: {}, message: 'Hallo', ...more },
  };
  const told = { id: newId(), accountId, at: NOW };
  await stores.requests.add(record, message(RequestCreated, toNewRequest(record), told));
  return record;
}
const handle = (record: RequestRecord, handling: Partial<StoredHandling>, only = false) =>
  stores.requests.handle(record, { state: 'new', changedAt: NOW, ...handling }, { only });
const listed = (accountId: string, query: object) =>
  stores.requests.list(accountId, RequestQuery.parse({ limit: 100, ...query }));
const idsOf = async (accountId: string, query: object) =>
  (await listed(accountId, query)).records.map(({ id }) => id);

describe('the list of requests', () => {
  it('the list of requests finds words of the person and of the message, whoever else shares the message', async () => {
    const accountId = newId();
    const textId = await stores.texts.put(accountId, 'Besichtigung am Wochenende');
    const jana = await receive(accountId, {
      prospect: {
        firstName: 'Jana',
        lastName: 'Müller-Groß',
        email: 'jana@makler.example',
        phone: '0351 123456',
      },
      message: 'Ist die Wohnung noch frei?',
    });
    const tom = await receive(accountId, { textId, message: 'Besichtigung am Wochenende' });
    for (const q of ['jana', 'MUELLER gross', 'makler', '0351 1234', 'wohn frei'])
      expect([q, await idsOf(accountId, { q })]).toEqual([q, [jana.id]]);
    expect(await idsOf(accountId, { q: 'besicht' })).toEqual([tom.id]);
    expect(await idsOf(accountId, { q: 'muller' })).toEqual([jana.id, tom.id].toSorted());
    expect(await idsOf(newId(), { q: 'jana' })).toEqual([]);
  });

  it('the list of requests has those that nobody has handled, and those that were set back, as new', async () => {
    const accountId = newId();
    const [untouched, begun, reset, done] = await Promise.all(
      Array.from({ length: 4 }, () => receive(accountId)),
    );
    await handle(begun!, { state: 'inProgress', assignee: ANNA });
    await handle(reset!, { state: 'new' });
    await handle(done!, { state: 'done', assignee: ANNA });
    const newOnes = [untouched!.id, reset!.id].toSorted();
    expect(await idsOf(accountId, { state: 'new' })).toEqual(newOnes);
    expect(await listed(accountId, { state: 'new', limit: 1, count: true })).toMatchObject({ count: 2 });
    expect(await idsOf(accountId, { state: 'done' })).toEqual([done!.id]);
    expect(await idsOf(accountId, { assignee: ANNA })).toEqual([begun!.id, done!.id].toSorted());
  });

  it('the list of requests has those without an assignee as those of nobody, also beside other filters', async () => {
    const accountId = newId();
    const [untouched, begun, assigned] = await Promise.all(
      Array.from({ length: 3 }, () => receive(accountId)),
    );
    await handle(begun!, { state: 'inProgress' });
    await handle(assigned!, { state: 'inProgress', assignee: ANNA });
    const ofNobody = [untouched!.id, begun!.id].toSorted();
    expect(await idsOf(accountId, { assignee: 'nobody' })).toEqual(ofNobody);
    expect(await listed(accountId, { assignee: 'nobody', limit: 1, count: true })).toMatchObject({
      count: 2,
    });
    expect(await idsOf(accountId, { assignee: 'nobody', state: 'inProgress' })).toEqual([begun!.id]);
    expect(await idsOf(accountId, { assignee: 'nobody', q: 'hallo', order: 'desc' })).toEqual(
      ofNobody.toReversed(),
    );
  });

  it('the list of requests combines all of its filters, in both orders', async () => {
    const accountId = newId();
    const propertyId = newId();
    const at = (day: number) => new Date(Date.UTC(2026, 10, day, 12));
    const days = await Promise.all(
      [1, 2, 3, 4].map((day) => receive(accountId, { createdAt: at(day), propertyId })),
    );
    await receive(accountId, { createdAt: at(2) });
    for (const day of days.slice(1)) await handle(day, { state: 'done', assignee: ANNA });
    const query = {
      ...{ propertyId, targetId: TARGET, state: 'done', assignee: ANNA, q: 'hallo mull', count: 'true' },
      ...{ from: at(1).toISOString(), to: at(4).toISOString() },
    };
    const expected = [days[1]!.id, days[2]!.id];
    expect(await listed(accountId, query)).toMatchObject({ hasMore: false, count: 2 });
    expect(await idsOf(accountId, query)).toEqual(expected);
    expect(await idsOf(accountId, { ...query, order: 'desc' })).toEqual(expected.toReversed());
  });

  it.for([
    ['state', { state: 'new' }],
    ['assignee', { assignee: ANNA }],
    ['search', { q: 'rare' }],
  ] as const)(
    'the list of requests reads no more than the page by the index %s',
    async ([index, query], { skip }) => {
      const explained = stores.database.db.command({ explain: { find: 'requests' } });
      skip(
        !(await explained.then(
          () => true,
          () => false,
        )),
        'this server does not explain',
      );
      const accountId = newId();
      const handling = { state: 'done', changedAt: NOW } as const;
      const docs = Array.from({ length: 300 }, (_, at): RequestDoc => {
        const id = newId();
        const isMeant = at % 100 === 0;
        const own = { accountId, targetId: TARGET, createdAt: NOW, origin: id, message: '' };
        const rest = { prospect: {}, propertyProvidedByPlatform: {}, terms: isMeant ? ['rare'] : ['usual'] };
        const other = index === 'state' ? { handling } : {};
        const meant = index === 'assignee' ? { handling: { ...handling, assignee: ANNA } } : {};
        return { _id: id, ...own, ...rest, ...(isMeant ? meant : other) };
      });
      const requests = stores.database.db.collection<RequestDoc>('requests');
      await requests.insertMany(docs);
      const asked: Filter<RequestDoc>[] = [];
      const find = (filter: Filter<RequestDoc>) => (asked.push(filter), requests.find(filter));
      const listening = { find } as unknown as typeof requests;
      const { docs: found } = await listRequests(listening, accountId, RequestQuery.parse(query));
      expect(found).toHaveLength(3);
      const plan = await requests.find(asked[0]!).sort({ _id: 1 }).explain('executionStats');
      const { totalDocsExamined } = plan['executionStats'] as { totalDocsExamined: number };
      expect([index, totalDocsExamined]).toEqual([index, 3]);
    },
  );

  it('the list of requests finds those of a version without search once their terms are stored', async () => {
    const accountId = newId();
    const textId = await stores.texts.put(accountId, 'Stellplatz');
    const createdAt = new Date(Date.now() - 86_400_000);
    const own = await receive(accountId, { createdAt, message: 'Garage' });
    const shared = await receive(accountId, { createdAt, textId, message: 'Stellplatz' });
    await stores.database.db.collection('requests').updateMany({ accountId }, { $unset: { terms: '' } });
    expect(await idsOf(accountId, { q: 'garage' })).toEqual([]);
    while (await stores.missingTerms.fillNext(new Date()));
    expect(await idsOf(accountId, { q: 'garage' })).toEqual([own.id]);
    expect(await idsOf(accountId, { q: 'stellplatz' })).toEqual([shared.id]);
  });
});

describe('the handling of a request', () => {
  it('the handling of a request is replaced as a whole and leaves the rest as it is', async () => {
    const accountId = newId();
    const record = await receive(accountId);
    await handle(record, { state: 'inProgress', assignee: ANNA, note: 'Call back' });
    const handling = { state: 'done', changedAt: NOW, changedBy: { kind: 'user', id: ANNA } } as const;
    await handle(record, handling);
    expect(await stores.requests.find(accountId, record.id)).toEqual({ ...record, handling });
  });

  it('the handling of a request is not written over a change that its writer has not seen', async () => {
    const accountId = newId();
    const record = await receive(accountId);
    const first = await handle(record, { state: 'inProgress' }, true);
    expect(await handle(record, { state: 'done' }, true)).toBeNull();
    expect(await handle(first!, { state: 'done' }, true)).toMatchObject({ handling: { state: 'done' } });
  });

  it('the handling of a request of another account, or of one that is being erased, is not written', async () => {
    const accountId = newId();
    const record = await receive(accountId);
    expect(await handle({ ...record, accountId: newId() }, { state: 'done' })).toBeNull();
    await stores.erasedRequests.take([record.id], { accountId, dueAt: NOW });
    expect(await handle(record, { state: 'done' })).toBeNull();
  });
});
