import {
  createListing,
  createTarget,
  deleteListing,
  deleteTarget,
  updateListing,
  updateTarget,
} from '@estate/contracts';
import type { Listing, Target } from '@estate/contracts';
import { etagOf } from '@estate/messaging';
import type { Preconditions } from '@estate/messaging';
import { newId } from '@estate/persistence';
import { startMongo } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import type { Stage } from '../../test/stage.ts';

let server: MongoServer;
let stage: Stage;
beforeAll(async () => {
  server = await startMongo();
  stage = await openStage(server.uri);
});
afterAll(async () => {
  await stage.close();
  await server.stop();
});

const login = (username: string) => ({
  type: 'portal',
  credentials: { host: 'ftp.example.org', username, password: 'secret' },
});
/** Each with a login of its own. */
const newTarget = () => stage.ask(createTarget, login(newId()));
const kinds = [
  {
    name: 'target',
    create: (): Promise<Listing | Target> => newTarget(),
    update: (id: string, nth: number, terms: Preconditions) =>
      stage.ask(updateTarget, { id, ...login(`agent-${id}-${String(nth)}`) }, terms),
    remove: (id: string, terms: Preconditions) => stage.ask(deleteTarget, { id }, terms),
  },
  {
    name: 'listing',
    create: async (): Promise<Listing | Target> =>
      stage.ask(createListing, { propertyId: stage.addProperty(), targetId: (await newTarget()).id }),
    update: async (id: string, _nth: number, terms: Preconditions) => {
      // The clock of the stage stands still; a listing shows an update only by its time.
      stage.pass(1);
      return stage.ask(updateListing, { id }, terms);
    },
    remove: (id: string, terms: Preconditions) => stage.ask(deleteListing, { id }, terms),
  },
];
const etag = (shown: object) => etagOf(JSON.stringify(shown));

describe.each(kinds)('a $name that is changed with If-Match', ({ create, update, remove }) => {
  it('a $name that is changed with If-Match is written by one of many writers that read the same state, and not deleted by a late one', async () => {
    const made = await create();
    const terms = { ifMatch: etag(made) };
    const writers = Array.from({ length: 10 }, (_, nth) => update(made.id, nth, terms));
    const results = await Promise.allSettled(writers);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'precondition-failed' });
    }
    await expect(remove(made.id, terms)).rejects.toMatchObject({ code: 'precondition-failed' });
  });

  it('a $name is either changed or deleted, never both, by two callers that read the same state', async () => {
    for (let round = 0; round < 8; round += 1) {
      const made = await create();
      const terms = { ifMatch: etag(made) };
      const results = await Promise.allSettled([update(made.id, 1, terms), remove(made.id, terms)]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});

describe('what is ordered twice under one reserved id', () => {
  it('an order of a target that is sent twice under one reserved id creates one target', async () => {
    const reservedId = newId();
    const make = () => stage.ask(createTarget, login('agent'), { reservedId });
    const answers = await Promise.all([make(), make(), make()]);
    const again = await make();
    for (const answer of answers) expect(answer).toEqual(again);
    expect(again.id).toBe(reservedId);
  });

  it('an order of a listing that is sent twice under one reserved id creates one listing, also after it was left incomplete or was deleted', async () => {
    const order = { propertyId: stage.addProperty(), targetId: (await newTarget()).id };
    const reservedId = newId();
    const make = () => stage.ask(createListing, order, { reservedId });
    const answers = await Promise.all([make(), make(), make()]);
    for (const { id } of answers) expect(id).toBe(reservedId);
    await expect(stage.ask(createListing, order)).rejects.toMatchObject({ code: 'listing-exists' });
    await stage.ask(deleteListing, { id: reservedId });
    expect((await make()).id).toBe(reservedId);
  });
});
