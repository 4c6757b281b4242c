import {
  checkTarget,
  createListing,
  createTarget,
  deleteListing,
  deleteTarget,
  finishAuthorization,
  getTarget,
  pauseLane,
  pauseTarget,
  resumeTarget,
  retryListing,
  setConsumerCredentials,
  updateTarget,
} from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { OutboxRelay, PublishedMessages } from '@estate/persistence';
import type { OutboxDocument } from '@estate/persistence';
import { eventually } from '@estate/testing';
import { describe, expect, it, vi } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { LOGIN_REFUSED } from '../../test/refusals.ts';
import type { Stage } from '../../test/stage.ts';
import { withdrawAuthorization } from './withdraw-authorization.ts';

const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };
let stage: Stage;
let targetId: string;

eachOnStage(async (opened) => {
  stage = opened;
  targetId = await stage.addTarget();
});

const list = () => stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
const pause = (reason?: string) => stage.ask(pauseTarget, { id: targetId, ...(reason && { reason }) });
const resume = () => stage.ask(resumeTarget, { id: targetId });
const target = () => stage.ask(getTarget, { id: targetId });
const pausedEvents = () => stage.eventsOf('event.target.paused');
const failingEvents = () => stage.eventsOf('event.target.failing');

describe('the event target.paused', () => {
  it('a pause is announced once, by whoever began it', async () => {
    await stage.ask(updateTarget, { id: targetId, type: 'portal', credentials, name: 'Munich office' });
    await pause('Relaunch');
    await pause('Another reason');
    await stage.ask(pauseLane, { id: targetId });
    await stage.ask(pauseLane, { id: targetId });
    const about = { targetId, targetType: 'portal', name: 'Munich office' };
    expect(await pausedEvents()).toMatchObject([
      { ...about, by: 'customer', reason: 'Relaunch', at: '2026-11-01T08:00:00.000Z' },
      { ...about, by: 'operator' },
    ]);
  });

  it('a target that many calls pause at once is announced once, and resumed it can be announced again', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, (_, index) => pause(`Reason ${String(index)}`)));
    expect(new Set(all.map(({ paused }) => paused?.reason)).size).toBe(1);
    await Promise.all([resume(), resume(), resume()]);
    await pause('Once more');
    expect((await pausedEvents()).map(({ reason }) => reason)).toEqual([all[0]?.paused?.reason, 'Once more']);
  });

  it('calls that pause and resume at once leave a target paused or open, with one event a beginning', async () => {
    let begun = 0;
    const { begin } = stage.targets.pauses;
    stage.targets.pauses.begin = async (...all) => {
      const paused = await begin.apply(stage.targets.pauses, all);
      if (paused) begun += 1;
      return paused;
    };
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([pause(), resume(), pause(), resume()]);
    }
    expect(begun).toBeGreaterThan(0);
    expect(await pausedEvents()).toHaveLength(begun);
    await resume();
    expect(await target()).not.toHaveProperty('paused');
  });

  it('a pause whose event could not be sent is sent by the sweep, also after its target was deleted', async () => {
    const publish = vi.spyOn(stage.bus, 'publish').mockRejectedValue(new Unavailable('No broker.'));
    await pause('Relaunch');
    await stage.ask(deleteTarget, { id: targetId });
    await stage.targets.remove(targetId);
    expect(await stage.targets.peek(targetId)).not.toBeNull();
    publish.mockRestore();
    const { bus, log, metrics, mongo } = stage;
    const collections = [mongo.db.collection<OutboxDocument>('targets')];
    const published = new PublishedMessages(mongo.db);
    const relay = new OutboxRelay({
      ...{ bus, log, metrics, collections, published },
      sweepEveryMs: 10,
      minAgeMs: 0,
    });
    relay.start();
    await eventually(() => expect(stage.bus.published).toHaveLength(1));
    await relay.close();
    expect(await pausedEvents()).toMatchObject([{ targetId, reason: 'Relaunch' }]);
    await stage.targets.remove(targetId);
    expect(await stage.targets.peek(targetId)).toBeNull();
  });
});

describe('the event target.failing', () => {
  const rejection = { failureCode: 'credentials_rejected', failureMessage: '530' };
  const refuse = () => {
    stage.portal.refuseLogin = LOGIN_REFUSED;
  };
  const accept = () => {
    stage.portal.refuseLogin = undefined;
  };

  it('a rejected login is announced once, until the platform has accepted it again', async () => {
    const { id } = await list();
    const again = async () => {
      await stage.ask(retryListing, { id });
      await stage.work();
      stage.pass(1000);
    };
    refuse();
    for (let times = 0; times < 3; times += 1) await again();
    expect((await target()).failing).toEqual({ ...rejection, since: '2026-11-01T08:00:00.000Z' });
    accept();
    await again();
    expect(await target()).not.toHaveProperty('failing');
    refuse();
    for (let times = 0; times < 2; times += 1) await again();
    expect(await failingEvents()).toEqual([
      { targetId, targetType: 'portal', ...rejection, since: '2026-11-01T08:00:00.000Z' },
      { targetId, targetType: 'portal', ...rejection, since: '2026-11-01T08:00:04.000Z' },
    ]);
  });

  it('a login that is rejected in the middle of a run begins a new failure after what was accepted in it', async () => {
    const { id } = await list();
    refuse();
    await stage.work();
    accept();
    await stage.ask(retryListing, { id });
    await list();
    let count = 0;
    stage.portal.during = () => {
      count += 1;
      return Promise.resolve(count === 1 ? { ok: true } : { ok: false, failure: LOGIN_REFUSED });
    };
    stage.pass(1000);
    await stage.work();
    expect((await failingEvents()).map(({ since }) => since)).toEqual([
      '2026-11-01T08:00:00.000Z',
      '2026-11-01T08:00:01.000Z',
    ]);
  });

  it('new credentials that are rejected, too, are no new failure', async () => {
    await list();
    refuse();
    await stage.work();
    await stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });
    expect(await target()).toHaveProperty('failing');
    await stage.work();
    expect(stage.portal.logins).toHaveLength(2);
    expect(await failingEvents()).toHaveLength(1);
  });

  it('a check that succeeds ends a failure', async () => {
    await list();
    refuse();
    await stage.work();
    await stage.ask(checkTarget, { id: targetId });
    expect(await target()).not.toHaveProperty('failing');
  });

  it('a rejection that says nothing about the corrected target begins no failure', async () => {
    await list();
    refuse();
    const { open } = stage.portal.platform;
    stage.portal.platform.open = async (account, signal) => {
      const opening = await open(account, signal);
      stage.portal.platform.open = open;
      accept();
      await stage.ask(updateTarget, { id: targetId, type: 'portal', credentials });
      return opening;
    };
    await stage.work();
    expect(await failingEvents()).toEqual([]);
  });

  it.each([
    ['of the network', { ...LOGIN_REFUSED, code: 'host_unreachable' as const }],
    ['that is retried', { ...LOGIN_REFUSED, repeat: true }],
  ])('a failure %s is not announced as one of the target', async (_kind, failure) => {
    await list();
    stage.portal.refuseLogin = failure;
    await stage.work();
    expect(await failingEvents()).toEqual([]);
    expect(await target()).not.toHaveProperty('failing');
  });

  it('a deleted target announces no failure', async () => {
    const { id } = await list();
    await stage.work();
    await stage.ask(deleteListing, { id });
    await stage.ask(deleteTarget, { id: targetId });
    refuse();
    await stage.work();
    expect(stage.portal.logins).toHaveLength(2);
    expect(await failingEvents()).toEqual([]);
  });
});

describe('a withdrawn authorization', () => {
  const type = 'marketplace-24';
  const redirectUrl = 'https://customer.example.org/done';
  const approve = (url = '') => stage.ask(finishAuthorization, stage.market.comeBack(url, 'v'));
  const grantId = async (id: string) => (await stage.targets.peek(id))?.authorization?.grant?.id ?? '';
  const withdraw = async (id: string) =>
    withdrawAuthorization({ targetId: id, grantId: await grantId(id), why: 'It was withdrawn.' }, stage.deps);

  it('an authorization that is withdrawn is announced once, and again after the end user approved it anew', async () => {
    await stage.ask(setConsumerCredentials, { type, key: 'my-key', secret: 'my-secret' });
    const made = await stage.ask(createTarget, { type, redirectUrl });
    await approve(made.authorizationUrl);
    const { id } = made;
    const listing = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    stage.portal.during = async () => {
      await Promise.all([withdraw(id), withdraw(id)]);
      const failure = { code: 'authorization_revoked' as const, message: 'Gone.' };
      return { ok: false, failure: { ...failure, repeat: false, scope: 'target' } };
    };
    await stage.work();
    expect(await stage.ask(getTarget, { id })).toMatchObject({
      authorizationStatus: 'revoked',
      failing: { failureCode: 'authorization_revoked', failureMessage: 'It was withdrawn.' },
    });
    const invited = await stage.ask(updateTarget, { id, type, redirectUrl });
    await approve(invited.authorizationUrl);
    expect(await stage.ask(getTarget, { id })).not.toHaveProperty('failing');
    await stage.ask(retryListing, { id: listing.id });
    stage.pass(1000);
    await stage.work();
    expect(await failingEvents()).toMatchObject([
      {
        targetId: id,
        targetType: type,
        failureCode: 'authorization_revoked',
        failureMessage: 'It was withdrawn.',
      },
      { targetId: id, since: '2026-11-01T08:00:01.000Z' },
    ]);
  });
});
