import {
  createListing,
  createTarget,
  deleteTarget,
  finishAuthorization,
  getConsumerCredentials,
  getListing,
  getTarget,
  setConsumerCredentials,
  updateListing,
  updateTarget,
  validateListing,
} from '@estate/contracts';
import { newId } from '@estate/persistence';
import { describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import { withdrawAuthorization } from '../targets/withdraw-authorization.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;

eachOnStage((opened) => {
  stage = opened;
});

const type = 'marketplace-24';
const redirectUrl = 'https://customer.example.org/done?from=us';
const consumer = { key: 'my-key', secret: 'my-secret' };

const withConsumer = () => stage.ask(setConsumerCredentials, { type, ...consumer });
const create = () => stage.ask(createTarget, { type, redirectUrl });
const finish = (url: string, verifier?: string) =>
  stage.ask(finishAuthorization, stage.market.comeBack(url, verifier));
const accepted = async () => {
  await withConsumer();
  const target = await create();
  await finish(target.authorizationUrl!, 'v');
  return target.id;
};

describe('consumer credentials', () => {
  it('consumer credentials are stored sealed and show their key only', async () => {
    expect(await withConsumer()).toEqual({ key: 'my-key' });
    expect(await stage.ask(getConsumerCredentials, {})).toEqual({
      'marketplace-24': { key: 'my-key', configured: true },
      'marketplace-24-sandbox': { configured: false },
    });
    const stored = await stage.mongo.db.collection('consumer-credentials').find({}).toArray();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain('my-secret');
  });

  it('consumer credentials belong to one account', async () => {
    await withConsumer();
    const caller = { accountId: newId(), requestId: 'r' };
    expect(await stage.bus.others.ask(getConsumerCredentials, {}, caller)).toMatchObject({
      'marketplace-24': { configured: false },
    });
  });

  it('consumer credentials can be replaced', async () => {
    await withConsumer();
    await stage.ask(setConsumerCredentials, { type, key: 'other', secret: 's' });
    expect(await stage.ask(getConsumerCredentials, {})).toMatchObject({ [type]: { key: 'other' } });
  });
});

describe('a target with a redirect flow', () => {
  it('a target with a redirect flow publishes at once only when what it hides of an address is changed', async () => {
    const id = await accepted();
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId: id });
    await stage.work();
    const isDueAfter = async (input: object) => {
      const docs = stage.mongo.db.collection('listings');
      await docs.updateMany({}, { $unset: { dueAt: '' } });
      await stage.ask(updateTarget, { id, type, redirectUrl, ...input });
      return (await docs.countDocuments({ dueAt: { $exists: true } })) === 1;
    };
    expect(await isDueAfter({ name: 'Office' })).toBe(false);
    expect(await isDueAfter({ name: 'Office', hiddenAddress: 'flag' })).toBe(true);
    expect(await isDueAfter({ name: 'Head office', hiddenAddress: 'flag' })).toBe(false);
    expect(await isDueAfter({ name: 'Head office' })).toBe(true);
  });

  it('a target without consumer credentials for its type is refused with how to set them', async () => {
    const refused = create();
    await expect(refused).rejects.toMatchObject({ code: 'consumer-credentials-missing' });
    await expect(refused).rejects.toThrow('PUT /account');
    expect(await stage.mongo.db.collection('targets').countDocuments({})).toBe(0);
  });

  it('a target whose consumer credentials the marketplace does not take is refused', async () => {
    await withConsumer();
    stage.market.refuse = { reason: 'refused', message: 'It returned the status 401.' };
    await expect(create()).rejects.toMatchObject({ code: 'consumer-credentials-refused' });
    stage.market.refuse = { reason: 'unavailable', message: 'No answer.' };
    await expect(create()).rejects.toMatchObject({ kind: 'unavailable', code: 'marketplace-away' });
  });

  it('a new target with a redirect flow is pending with an authorizationUrl, and shows no secrets', async () => {
    await withConsumer();
    const target = await create();
    expect(target).toMatchObject({ type, redirectUrl, authorizationStatus: 'pending' });
    expect(target.authorizationUrl).toContain('oauth_token=request-1');
    expect(target).not.toHaveProperty('credentials');
    expect(await stage.ask(getTarget, { id: target.id })).toEqual(target);
    const stored = JSON.stringify([
      await stage.mongo.db.collection('targets').find({}).toArray(),
      await stage.mongo.db.collection('authorizations').find({}).toArray(),
    ]);
    expect(stored).not.toContain('request-1-secret');
    const { state } = stage.market.comeBack(target.authorizationUrl!, 'v');
    expect(stored).not.toContain(state);
    expect(state.length).toBeGreaterThan(40);
  });

  it('a redirectUrl may stand inside credentials; two that differ are refused', async () => {
    await withConsumer();
    const target = await stage.ask(createTarget, { type, credentials: { redirectUrl } });
    expect(target).toMatchObject({ redirectUrl });
    const both = { type, redirectUrl, credentials: { redirectUrl: 'https://other.example.org/' } } as const;
    await expect(stage.ask(createTarget, both)).rejects.toThrow('must not differ');
  });

  it('an authorizationUrl that is too old to work is not shown', async () => {
    await withConsumer();
    const { id } = await create();
    stage.pass(30 * 60_000);
    expect(await stage.ask(getTarget, { id })).not.toHaveProperty('authorizationUrl');
  });

  it('a target is accepted by the callback; the end user lands on redirectUrl and the tokens are sealed', async () => {
    await withConsumer();
    const { id, authorizationUrl } = await create();
    expect(await finish(authorizationUrl!, 'the-verifier')).toEqual({
      kind: 'redirect',
      status: 'accepted',
      location: `https://customer.example.org/done?from=us&targetId=${id}&status=accepted`,
    });
    expect(stage.market.exchanges).toEqual([
      { token: 'request-1', secret: 'request-1-secret', verifier: 'the-verifier', key: 'my-key' },
    ]);
    const target = await stage.ask(getTarget, { id });
    expect(target).toMatchObject({ authorizationStatus: 'accepted' });
    expect(target).not.toHaveProperty('authorizationUrl');
    expect(JSON.stringify(await stage.targets.peek(id))).not.toContain('access-2');
  });

  it('a target is rejected when the end user refuses: the callback comes without a verifier', async () => {
    await withConsumer();
    const { id, authorizationUrl } = await create();
    expect(await finish(authorizationUrl!)).toMatchObject({ kind: 'redirect', status: 'rejected' });
    expect(await stage.ask(getTarget, { id })).toMatchObject({ authorizationStatus: 'rejected' });
    expect(stage.market.exchanges).toEqual([]);
  });

  it('a target is not rejected by a marketplace that gives no access token; the callback is refused', async () => {
    await withConsumer();
    const { id, authorizationUrl } = await create();
    stage.market.refuse = { reason: 'refused', message: 'It returned the status 401.' };
    for (const _reload of [1, 2])
      expect(await finish(authorizationUrl!, 'v')).toEqual({ kind: 'refuse', reason: 'refused' });
    expect(await stage.ask(getTarget, { id })).toMatchObject({ authorizationStatus: 'pending' });
  });

  it('a target keeps its grant when the access token of a second acceptance is refused', async () => {
    const id = await accepted();
    const before = (await stage.targets.peek(id))?.authorization?.grant;
    const { authorizationUrl } = await stage.ask(updateTarget, { id, type, redirectUrl });
    stage.market.refuse = { reason: 'refused', message: 'It returned the status 401.' };
    expect(await finish(authorizationUrl!, 'v')).toEqual({ kind: 'refuse', reason: 'refused' });
    expect(await stage.ask(getTarget, { id })).toMatchObject({ authorizationStatus: 'accepted' });
    expect((await stage.targets.peek(id))?.authorization?.grant).toEqual(before);
  });

  it('an authorization can be finished again when the marketplace was unavailable', async () => {
    await withConsumer();
    const { authorizationUrl } = await create();
    stage.market.refuse = { reason: 'unavailable', message: 'No answer.' };
    await expect(finish(authorizationUrl!, 'v')).rejects.toMatchObject({ code: 'marketplace-away' });
    stage.market.refuse = undefined;
    expect(await finish(authorizationUrl!, 'v')).toMatchObject({ status: 'accepted' });
  });

  describe('whose access token was exchanged and not stored with the target', () => {
    const interrupted = async () => {
      await withConsumer();
      const target = await create();
      const { flow } = stage.market;
      const { accountOf } = flow;
      flow.accountOf = () => Promise.reject(new Error('The database is gone.'));
      await expect(finish(target.authorizationUrl!, 'v')).rejects.toThrow('');
      flow.accountOf = accountOf;
      return target;
    };
    const flows = () => stage.mongo.db.collection('authorizations');

    it('a reload continues with the token, which is stored sealed and only until then', async () => {
      const { id, authorizationUrl } = await interrupted();
      expect(JSON.stringify(await flows().find({}).toArray())).not.toContain('access-2');
      expect(await finish(authorizationUrl!, 'v')).toMatchObject({ status: 'accepted' });
      expect(stage.market.exchanges).toHaveLength(1);
      expect(await stage.ask(getTarget, { id })).toMatchObject({ authorizationStatus: 'accepted' });
      expect(await flows().countDocuments({ access: { $exists: true } })).toBe(0);
      expect(await finish(authorizationUrl!, 'v')).toEqual({ kind: 'refuse', reason: 'used' });
    });

    it('after the process was killed, a reload continues as soon as the right of its callback has ended', async () => {
      const { authorizationUrl } = await interrupted();
      await flows().updateMany({}, { $set: { usedAt: stage.time.now } });
      await expect(finish(authorizationUrl!, 'v')).rejects.toMatchObject({ kind: 'unavailable' });
      stage.pass(30_000);
      expect(await finish(authorizationUrl!, 'v')).toMatchObject({ status: 'accepted' });
    });

    it('a reload after the target was updated is refused as superseded', async () => {
      const { id, authorizationUrl } = await interrupted();
      const updated = await stage.ask(updateTarget, { id, type, redirectUrl });
      expect(await finish(authorizationUrl!, 'v')).toEqual({ kind: 'refuse', reason: 'superseded' });
      expect(await finish(updated.authorizationUrl!, 'v')).toMatchObject({ status: 'accepted' });
    });

    it('a token of replaced consumer credentials is not used', async () => {
      const { authorizationUrl } = await interrupted();
      await stage.ask(setConsumerCredentials, { type, key: 'other', secret: 's' });
      expect(await finish(authorizationUrl!, 'v')).toEqual({ kind: 'refuse', reason: 'refused' });
    });
  });
});

describe('a callback is refused', () => {
  const refuse = (reason: string) => ({ kind: 'refuse', reason });

  it('a callback whose state was never given out is refused', async () => {
    expect(await stage.ask(finishAuthorization, { state: 'x'.repeat(43) })).toEqual(refuse('unknown'));
  });

  it('a replayed callback is refused, whatever the first one decided', async () => {
    await withConsumer();
    for (const verifier of ['v', undefined]) {
      const { id, authorizationUrl } = await create();
      await finish(authorizationUrl!, verifier);
      const { authorizationStatus } = await stage.ask(getTarget, { id });
      for (const again of ['v', undefined])
        expect(await finish(authorizationUrl!, again)).toEqual(refuse('used'));
      expect(await stage.ask(getTarget, { id })).toMatchObject({ authorizationStatus });
    }
  });

  it('one of several callbacks that come at once decides', async () => {
    await withConsumer();
    const { authorizationUrl } = await create();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => finish(authorizationUrl!, 'v')),
    );
    expect(
      outcomes.filter((one) => one.status === 'fulfilled' && one.value.kind === 'redirect'),
    ).toHaveLength(1);
    expect(stage.market.exchanges).toHaveLength(1);
  });

  it('a callback after 30 minutes is refused', async () => {
    await withConsumer();
    const { id, authorizationUrl } = await create();
    stage.pass(30 * 60_000);
    expect(await finish(authorizationUrl!, 'v')).toEqual(refuse('expired'));
    expect(await stage.ask(getTarget, { id })).toMatchObject({ authorizationStatus: 'pending' });
  });

  it.each([
    ['names another request token', { oauth_token: 'forged', oauth_verifier: 'v' }],
    ['refuses in the name of another request token', { oauth_token: 'forged' }],
    ['has a verifier without its request token', { oauth_token: undefined, oauth_verifier: 'v' }],
  ])('a callback that %s is refused, and the right one still counts', async (_what, change) => {
    await withConsumer();
    const { authorizationUrl } = await create();
    const callback = stage.market.comeBack(authorizationUrl!, 'v');
    expect(await stage.ask(finishAuthorization, { state: callback.state, ...change })).toEqual(
      refuse('forged'),
    );
    expect(stage.market.exchanges).toEqual([]);
    expect(await finish(authorizationUrl!, 'v')).toMatchObject({ status: 'accepted' });
  });

  it('a callback that belongs to another target is refused', async () => {
    await withConsumer();
    const [first, second] = [await create(), await create()];
    const mixed = {
      ...stage.market.comeBack(first.authorizationUrl!, 'v'),
      state: stage.market.comeBack(second.authorizationUrl!, 'v').state,
    };
    expect(await stage.ask(finishAuthorization, mixed)).toEqual(refuse('forged'));
  });

  it('a callback of a target that was updated or deleted since is refused', async () => {
    await withConsumer();
    const { id, authorizationUrl } = await create();
    const updated = await stage.ask(updateTarget, { id, type, redirectUrl });
    expect(updated.authorizationUrl).not.toBe(authorizationUrl);
    expect(await finish(authorizationUrl!, 'v')).toEqual(refuse('superseded'));
    await stage.ask(deleteTarget, { id });
    expect(await finish(updated.authorizationUrl!, 'v')).toEqual(refuse('superseded'));
  });
});

describe('listings of a target with a redirect flow', () => {
  it('a listing is made only while its target is accepted', async () => {
    await withConsumer();
    const target = await create();
    const listing = { propertyId: stage.addProperty(), targetId: target.id };
    const refused = stage.ask(createListing, listing);
    await expect(refused).rejects.toMatchObject({ code: 'target-not-authorized' });
    await expect(refused).rejects.toThrow('authorizationStatus is pending');
    await finish(target.authorizationUrl!, 'v');
    await stage.ask(createListing, listing);
  });

  it('a listing of a marketplace can be kept unpublished, and published later', async () => {
    const targetId = await accepted();
    const given = { propertyId: stage.addProperty(), targetId, preventPublication: true };
    const { id } = await stage.ask(createListing, given);
    expect(await stage.ask(getListing, { id })).toMatchObject({ preventPublication: true });
    stage.portal.during = () => Promise.resolve({ ok: true, published: false });
    await stage.work();
    expect(stage.portal.sent[0]?.publication).toMatchObject({ preventPublication: true });
    expect(await stage.ask(getListing, { id })).toMatchObject({ published: false });
    stage.portal.during = () => Promise.resolve({ ok: true, publicUrl: 'https://market.example.org/1' });
    const updated = await stage.ask(updateListing, { id });
    expect(updated).not.toHaveProperty('preventPublication');
    await stage.work();
    expect(stage.portal.sent[1]?.publication).not.toHaveProperty('preventPublication');
    expect(await stage.ask(getListing, { id })).toMatchObject({
      published: true,
      publicUrl: 'https://market.example.org/1',
    });
    stage.portal.during = () => Promise.resolve({ ok: true, published: false });
    await stage.ask(updateListing, { id, preventPublication: true });
    await stage.work();
    const held = await stage.ask(getListing, { id });
    expect(held).toMatchObject({ published: false });
    expect(held).not.toHaveProperty('publicUrl');
  });

  it('listings are published again after a new acceptance, not by the update of the target', async () => {
    const targetId = await accepted();
    const { id } = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    await stage.work();
    const updated = await stage.ask(updateTarget, { id: targetId, type, redirectUrl });
    expect(updated).toMatchObject({ authorizationStatus: 'accepted' });
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`]);
    await finish(updated.authorizationUrl!, 'v');
    await stage.work();
    expect(stage.portal.story).toEqual([`set ${id} 1`, `set ${id} 2`]);
  });

  it('a listing keeps the id of the platform from the moment it is known', async () => {
    const targetId = await accepted();
    const { id } = await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    const [record] = await stage.due.ofTarget(targetId, stage.time.now, { limit: 1 });
    await stage.progress.remember(record!, 1, { objectId: '77' });
    await stage.work();
    expect(stage.portal.sent[0]?.publication).toMatchObject({ listingId: id, remote: { objectId: '77' } });
  });

  it('listings wait as long as the platform asks after too many calls', async () => {
    const targetId = await accepted();
    await stage.ask(createListing, { propertyId: stage.addProperty(), targetId });
    stage.portal.during = () =>
      Promise.resolve({
        ok: false,
        failure: {
          code: 'rate_limited',
          message: 'Slow.',
          repeat: true,
          scope: 'target',
          retryAfterMs: 45_000,
        },
      });
    await stage.work();
    stage.pass(44_000);
    await stage.work();
    expect(stage.portal.sent).toHaveLength(1);
    stage.portal.during = () => Promise.resolve({ ok: true });
    stage.pass(1000);
    await stage.work();
    expect(stage.portal.sent).toHaveLength(2);
  });

  it('a withdrawn authorization fails all listings, without a second attempt', async () => {
    const targetId = await accepted();
    const made = await Promise.all(
      [1, 2, 3].map(() => stage.ask(createListing, { propertyId: stage.addProperty(), targetId })),
    );
    stage.portal.during = () =>
      Promise.resolve({
        ok: false,
        failure: { code: 'authorization_revoked', message: 'Gone.', repeat: false, scope: 'target' },
      });
    await stage.work();
    stage.pass(3_600_000);
    await stage.work();
    expect(stage.portal.sent).toHaveLength(1);
    for (const { id } of made) {
      expect(await stage.ask(getListing, { id })).toMatchObject({
        lastError: { failureCode: 'authorization_revoked' },
      });
    }
  });

  it('a listing of a marketplace can be validated without a connection', async () => {
    const targetId = await accepted();
    const question = { propertyId: stage.addProperty(), targetId };
    expect(await stage.ask(validateListing, question)).toMatchObject({ publishable: true });
  });
});

describe('a revoked grant', () => {
  it('a revoked grant is noted once, and never against a newer one', async () => {
    const id = await accepted();
    const withdraw = (grantId: string) =>
      withdrawAuthorization({ targetId: id, grantId, why: 'The authorization was withdrawn.' }, stage.deps);
    const first = (await stage.targets.peek(id))?.authorization?.grant?.id ?? '';
    const updated = await stage.ask(updateTarget, { id, type, redirectUrl });
    await finish(updated.authorizationUrl!, 'v');
    await withdraw(first);
    expect(await stage.ask(getTarget, { id })).toMatchObject({ authorizationStatus: 'accepted' });
    const second = (await stage.targets.peek(id))?.authorization?.grant?.id ?? '';
    await withdraw(second);
    expect(await stage.ask(getTarget, { id })).toMatchObject({ authorizationStatus: 'revoked' });
    expect((await stage.targets.peek(id))?.authorization?.grant).toBeUndefined();
  });
});
