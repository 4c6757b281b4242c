import { newId } from '@estate/persistence';
import { byEngine } from '@estate/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killAt } from '../../test/killed.ts';
import { documentOf, zipOf } from '../../test/packages.ts';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';

/** Of three steps in a row, a second engine takes one. */
const further = () => byEngine(1, 1 + Math.floor(Math.random() * 5));

let stage: Stage;
let first: Buffer;
let second: Buffer;
beforeAll(async () => {
  stage = await openStage();
  const full = { scope: 'VOLL' } as const;
  const before = [{ number: 'changed', email: 'anna@example.org' }, { number: 'missing' }];
  first = documentOf(before, full);
  const after = [
    { number: 'changed', title: 'Other', email: 'anna@example.org' },
    { number: 'new', email: 'bert@example.org', photos: ['a.jpg'] },
    { number: 'broken', prices: '<kaufpreis>unknown</kaufpreis>' },
  ];
  second = await zipOf({ 'openimmo.xml': documentOf(after, full), 'a.jpg': Buffer.from('photo') });
});
afterAll(() => stage.close());

const eventsOf = (importId: string): number =>
  stage.bus.published.filter(({ data }) => (data as { id: string }).id === importId).length;

/** Everything that an account has in the end. */
async function ended(accountId: string, id: string) {
  const { state, counts, objects } = await stage.found({ accountId, id });
  const revisions = (kind: 'properties' | 'contacts' | 'listings') => stage.owners.of(kind, accountId);
  return {
    state,
    counts,
    outcomes: objects.map(({ externalId, outcome, problems }) => [externalId, outcome, problems.length]),
    properties: revisions('properties')
      .map(({ externalId, revision }) => `${String(externalId)} ${revision}`)
      .toSorted(),
    contacts: revisions('contacts').map(({ revision }) => revision),
    listed: revisions('listings').length,
    events: eventsOf(id),
  };
}

/** Imports both packages; the process that works on the second one is killed. @returns whether it got that far */
async function importWith(step: number) {
  const accountId = newId();
  const sourceId = await stage.addSource(accountId, { targetIds: ['target-1'], maxRemovedShare: 1 });
  await stage.importOf(first, { accountId, sourceId });
  const { id } = await stage.send(second, { accountId, sourceId });
  const kill = killAt(step);
  const process = stage.process(kill.through);
  await stage.work(process).catch((error: unknown) => {
    if (!kill.happened()) throw error;
  });
  // What reads packages ends with its process.
  await process.packageFiles.close();
  stage.pass();
  await stage.work();
  await expect.poll(() => eventsOf(id)).toBeGreaterThan(0);
  return { wasKilled: kill.happened(), end: await ended(accountId, id) };
}

it('a process that is killed after any step of an import loses nothing and makes nothing twice', async () => {
  const { end: expected } = await importWith(Infinity);
  expect(expected).toMatchObject({
    counts: { objects: 4, created: 1, updated: 1, unchanged: 0, deleted: 1, failed: 1 },
    listed: 2,
    events: 1,
  });
  let step = further();
  for (let wasKilled = true; wasKilled; step += further()) {
    const run = await importWith(step);
    expect({ step, ...run.end }).toEqual({ step, ...expected });
    wasKilled = run.wasKilled;
  }
  expect(step).toBeGreaterThan(40);
});
