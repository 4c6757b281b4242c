import { retrySourceListings as operation } from '@estate/contracts';
import type { UnlistedProperties } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { withTrace } from '@estate/observability';
import { newId } from '@estate/persistence';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { documentOf } from '../../test/packages.ts';
import { LEASE_MS, openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';
import type { Deps } from '../deps.ts';
import { retrySourceListings } from '../routes/import-sources.ts';
import { sweepUnlisted } from './sweep-unlisted.ts';

const READY = newId();
const INVITED = newId();
const clock = () => new Date();
const MESSAGE = 'targetId: the target is not authorized.';

let stage: Stage;
let accountId: string;
let sourceId: string;
/** Targets whose end users have not accepted. */
let invited: Set<string>;
let asked: number;
beforeAll(async () => {
  // What fails is due again in the next lap, not while this one works until nothing is due.
  stage = await openStage(undefined, { retryMs: LEASE_MS });
});
afterAll(() => stage.close());
beforeEach(async () => {
  accountId = newId();
  const times = { createdAt: clock(), updatedAt: clock() };
  sourceId = await stage.addSource(accountId, { targetIds: [READY, INVITED], ...times });
  invited = new Set([INVITED]);
  asked = 0;
  stage.owners.fail = (subject, { targetId }) => {
    if (!subject.endsWith('create-listing')) return undefined;
    asked += 1;
    return invited.has(String(targetId))
      ? new InvalidInput(MESSAGE, { code: 'target-not-authorized' })
      : undefined;
  };
});

const properties = (...numbers: string[]) => documentOf(numbers.map((number) => ({ number })));
const importOf = (document: Uint8Array) => stage.importOf(document, { accountId, sourceId });
const listed = (targetId: string) =>
  stage.owners.of('listings', accountId).filter((one) => one['targetId'] === targetId);
const unlisted = async (): Promise<UnlistedProperties[]> => (await stage.source(sourceId))?.unlisted ?? [];
const sweep = async () => {
  const { queue, sources } = stage.stores;
  await sweepUnlisted({ clock, newId, queue, sources }, new AbortController().signal);
  await stage.work();
};
const retry = async () => {
  const deps = { ...stage.stores, clock, newId, shownAddress: {} } as unknown as Deps;
  const caller = { accountId, requestId: 'req-retry-001' };
  return operation.output.partial().parse(await retrySourceListings(deps).handle({ id: sourceId }, caller));
};

describe('properties that could not be listed', () => {
  it('a source shows which of its properties could not be listed, where, why and how many', async () => {
    const ended = await importOf(properties('1', '2'));
    expect(ended.objects.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      ['listing_refused'],
      ['listing_refused'],
    ]);
    expect([listed(READY).length, listed(INVITED).length]).toEqual([2, 0]);
    const propertyIds = stage.owners.of('properties', accountId).map(({ id }) => id);
    expect(await unlisted()).toEqual([
      {
        ...{ targetId: INVITED, code: 'target-not-authorized', message: MESSAGE, count: 2 },
        propertyIds: expect.arrayContaining(propertyIds) as string[],
      },
    ]);
  });

  it.each([
    ['the same', properties('1', '2')],
    ['another', properties('3')],
  ])(
    'properties that could not be listed are listed with the next import of %s package',
    async (_which, next) => {
      await importOf(properties('1', '2'));
      invited.clear();
      await importOf(next);
      expect(listed(INVITED).length).toBeGreaterThanOrEqual(2);
      expect(await unlisted()).toEqual([]);
    },
  );

  it('properties that could not be listed are listed without an import once the target accepts them', async () => {
    await importOf(properties('1', '2'));
    await sweep();
    expect((await unlisted())[0]?.count).toBe(2);
    invited.clear();
    await sweep();
    expect(listed(INVITED)).toHaveLength(2);
    expect(await unlisted()).toEqual([]);
    asked = 0;
    await sweep();
    expect(asked).toBe(0);
  });

  it('a target that refuses everything is asked once in each attempt, whatever properties wait for it', async () => {
    await importOf(properties('1', '2', '3', '4', '5'));
    asked = 0;
    await sweep();
    expect(asked).toBe(1);
    expect((await unlisted())[0]?.count).toBe(5);
  });

  it('properties that could not be listed are listed when the customer asks for it, in the name of who asked', async () => {
    await importOf(properties('1'));
    invited.clear();
    stage.owners.actors.length = 0;
    const actor = { kind: 'api_key', name: 'Production' };
    expect((await withTrace({ actor }, retry)).unlisted).toHaveLength(1);
    await stage.work();
    expect(stage.owners.actors).toEqual(['api_key Production']);
    expect(listed(INVITED)).toHaveLength(1);
    expect(await unlisted()).toEqual([]);
    expect(await stage.source(sourceId)).not.toHaveProperty('retry');
  });

  it('an attempt that another service interrupts is made again', async () => {
    await importOf(properties('1'));
    const { fail } = stage.owners;
    stage.owners.fail = () => new Error('a defect');
    await retry();
    await stage.work();
    expect(listed(INVITED)).toEqual([]);
    invited.clear();
    stage.owners.fail = fail;
    stage.pass();
    await stage.work();
    expect(listed(INVITED)).toHaveLength(1);
  });

  it('a listing that a person has deleted is not created again', async () => {
    await importOf(properties('1'));
    const [removed] = listed(READY);
    stage.owners.listings.delete(removed!.id);
    invited.clear();
    await retry();
    await stage.work();
    await importOf(properties('1'));
    expect([listed(READY).length, listed(INVITED).length]).toEqual([0, 1]);
  });

  it('a property is not listed on a target that its source no longer names, nor after its deletion', async () => {
    await importOf(properties('1'));
    await stage.db
      .collection<{ _id: string }>('import-sources')
      .updateOne({ _id: sourceId }, { $set: { targetIds: [READY] } });
    invited.clear();
    await sweep();
    expect(listed(INVITED)).toEqual([]);
    expect(await unlisted()).toEqual([]);
  });

  it('a property that is listed already or gone is no longer shown as one that could not be listed', async () => {
    await importOf(properties('1', '2'));
    const codes = ['listing-exists', 'property-unknown'];
    stage.owners.fail = (subject) =>
      subject.endsWith('create-listing') ? new InvalidInput('No.', { code: codes.shift() ?? '' }) : undefined;
    await sweep();
    expect(await unlisted()).toEqual([]);
  });

  it('a property whose planned end has passed is refused once, and no sweep tries it again', async () => {
    const ENDED = new InvalidInput('publishUntil must be in the future.', {
      code: 'publish-until-impossible',
    });
    stage.owners.fail = (subject) => {
      if (!subject.endsWith('create-listing')) return undefined;
      asked += 1;
      return ENDED;
    };
    await importOf(properties('1'));
    expect(asked).toBe(2);
    await sweep();
    await importOf(properties('1'));
    expect(asked).toBe(2);
    expect((await unlisted()).map(({ code, count }) => [code, count])).toEqual([
      ['publish-until-impossible', 1],
      ['publish-until-impossible', 1],
    ]);
  });

  it('a dry run names the targets that refuse an offer that has ended, as the import does', async () => {
    stage.owners.fail = (subject) =>
      subject.endsWith('create-listing')
        ? new InvalidInput('No.', { code: 'publish-until-impossible' })
        : undefined;
    const over = documentOf([{ number: '1', technical: '<aktiv_bis>2020-01-31</aktiv_bis>' }]);
    const dry = await stage.importOf(over, { accountId, sourceId, dryRun: true });
    const real = await importOf(over);
    const expected = [READY, INVITED].map((value) => ({
      ...{ severity: 'warning', code: 'listing_refused', reason: 'offer_ended', value },
      parameters: { publishUntil: '2020-01-31T23:00:00.000Z' },
    }));
    for (const { objects } of [dry, real])
      expect(objects).toMatchObject([{ outcome: 'created', problems: expected }]);
    expect(dry.objects[0]?.problems).toEqual(real.objects[0]?.problems);
    const lasting = documentOf([{ number: '2', technical: '<aktiv_bis>2090-01-31</aktiv_bis>' }]);
    const fine = await stage.importOf(lasting, { accountId, sourceId, dryRun: true });
    expect(fine.objects).toMatchObject([{ outcome: 'created', problems: [] }]);
  });

  it('a property that was not listed is listed at the times that its object says later', async () => {
    const until = (technical: string) => documentOf([{ number: '1', technical }]);
    const ENDED = new InvalidInput('No.', { code: 'publish-until-impossible' });
    const today = new Date().toISOString();
    stage.owners.fail = (subject, { publishUntil }) =>
      subject.endsWith('create-listing') && String(publishUntil) < today ? ENDED : undefined;
    await importOf(until('<aktiv_bis>2020-01-31</aktiv_bis>'));
    expect((await unlisted()).map(({ code }) => code)).toEqual([ENDED.code, ENDED.code]);
    await importOf(until('<aktiv_bis>2090-01-31</aktiv_bis>'));
    expect(await unlisted()).toEqual([]);
    expect(listed(READY)).toMatchObject([{ publishUntil: expect.stringContaining('2090-01-31') as string }]);
  });

  it('a sweep leaves the attempt that a person has asked for to this person', async () => {
    await importOf(properties('1'));
    await retry();
    const asking = (await stage.source(sourceId))?.['retry'];
    const { queue, sources } = stage.stores;
    await sweepUnlisted({ clock, newId, queue, sources }, new AbortController().signal);
    expect((await stage.source(sourceId))?.['retry']).toEqual(asking);
    invited.clear();
    await stage.work();
    expect(listed(INVITED)).toHaveLength(1);
  });

  it('a dry run lists nothing', async () => {
    await importOf(properties('1'));
    invited.clear();
    await stage.importOf(properties('1'), { accountId, sourceId, dryRun: true });
    expect(listed(INVITED)).toEqual([]);
  });
});
