import {
  createTarget,
  deleteTarget,
  finishAuthorization,
  getTarget,
  setConsumerCredentials,
  updateTarget,
} from '@estate/contracts';
import { newId } from '@estate/persistence';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';
import { fillLogins } from '../upkeep/fill-logins.ts';

let stage: Stage;
eachOnStage((opened) => {
  stage = opened;
});

const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };
const create = (changes: object = {}, name?: string) =>
  stage.ask(createTarget, {
    type: 'portal',
    ...(name !== undefined && { name }),
    credentials: { ...credentials, ...changes },
  });
const never = new AbortController().signal;
const taken = { code: 'target-login-taken' };
const fill = () => fillLogins(stage.deps, never);
const shared = async () => {
  const violations = await stage.auditor.violations();
  return Object.fromEntries(violations.map(({ promise, ids }) => [promise, ids]));
};

describe('the login of a target', () => {
  it.each([
    ['the same host, username and path', {}],
    ['the host in capitals', { host: 'FTP.Example.ORG' }],
    ['the host with a dot at its end', { host: 'ftp.example.org.' }],
    ['the default port', { port: 21 }],
    ['the root as its path', { path: '/' }],
    ['a path that leads to the same directory', { path: 'a/.././/' }],
    [
      'another password, provider number and encryption',
      { password: 'x', providerNumber: '7', secure: true },
    ],
  ])('a second target with %s is refused and names the first', async (_what, changes) => {
    const first = await create({}, 'Munich office');
    const second = create(changes);
    await expect(second).rejects.toMatchObject(taken);
    await expect(second).rejects.toThrow(`the target "Munich office" (${first.id}) has the same host`);
  });

  it.each([
    ['host', { host: 'ftp2.example.org' }],
    ['port', { port: 2121 }],
    ['username', { username: 'Agent' }],
    ['path', { path: 'houses' }],
  ])('a second target with another %s is accepted', async (_what, changes) => {
    await create();
    await expect(create(changes)).resolves.toMatchObject({ type: 'portal' });
  });

  it('of many targets with one login that are created at the same time one is accepted', async () => {
    const made = await Promise.allSettled(Array.from({ length: 8 }, () => create()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of made) if (one.status === 'rejected') expect(one.reason).toMatchObject(taken);
  });

  it('a target is not changed to the login of another one, and keeps its own without a question', async () => {
    const first = await create();
    const { id } = await create({ username: 'other' });
    const change = (username: string) =>
      stage.ask(updateTarget, { id, type: 'portal', credentials: { ...credentials, username } });
    await expect(change('agent')).rejects.toMatchObject(taken);
    await expect(change('agent')).rejects.toThrow(first.id);
    await expect(change('other')).resolves.toMatchObject({ id });
    await expect(change('third')).resolves.toMatchObject({ id });
    await expect(create({ username: 'other' })).resolves.toMatchObject({ type: 'portal' });
  });

  it('the login of a deleted target is free again', async () => {
    const { id } = await create();
    await stage.ask(deleteTarget, { id });
    await expect(create()).resolves.toMatchObject({ type: 'portal' });
  });

  it('targets of an earlier version that share a login are counted, can be changed, and take no third one', async () => {
    const ids = [await stage.addTarget({ username: 'agent' }), await stage.addTarget({ username: 'agent' })];
    await fill();
    expect((await shared())['targets-have-logins-of-their-own']).toEqual([ids.toSorted()[1]]);
    for (const id of ids)
      await expect(
        stage.ask(updateTarget, { id, type: 'portal', name: 'New name', credentials }),
      ).resolves.toMatchObject({ name: 'New name' });
    await expect(create()).rejects.toMatchObject(taken);
    await stage.ask(deleteTarget, { id: ids[0]! });
    await fill();
    expect(await shared()).not.toHaveProperty('targets-have-logins-of-their-own');
    await expect(create()).rejects.toThrow(ids[1]);
  });

  it('a login that two accounts use is accepted with a warning in the log, and breaks no invariant', async () => {
    const warned = vi.spyOn(stage.deps.log, 'warn');
    onTestFinished(() => {
      warned.mockRestore();
    });
    const { id } = await create();
    expect(warned).not.toHaveBeenCalled();
    const other = { accountId: newId(), requestId: 'r' };
    const made = await stage.bus.others.ask(createTarget, { type: 'portal', credentials }, other);
    expect(made.id).not.toBe(id);
    const about = { targetId: made.id, accountId: other.accountId, type: 'portal' };
    expect(warned.mock.calls).toEqual([[about, 'target.login.shared']]);
    expect(await shared()).not.toHaveProperty('targets-have-logins-of-their-own');
  });
});

describe('the account of a target on a marketplace', () => {
  const type = 'marketplace-24';
  const redirectUrl = 'https://customer.example.org/done';
  const invited = async () => {
    await stage.ask(setConsumerCredentials, { type, key: 'k', secret: 's' });
    return stage.ask(createTarget, { type, redirectUrl });
  };
  const accept = ({ authorizationUrl }: { authorizationUrl?: string | undefined }) =>
    stage.ask(finishAuthorization, stage.market.comeBack(authorizationUrl ?? '', 'v'));

  it('a second target of one account on a marketplace is rejected, and the end user returns with the first', async () => {
    const [first, second] = [await invited(), await invited()];
    stage.market.account = '1000';
    expect(await accept(first)).toMatchObject({ status: 'accepted' });
    expect(await accept(second)).toMatchObject({
      status: 'rejected',
      location: `${redirectUrl}?targetId=${second.id}&status=rejected&reason=target-login-taken&takenBy=${first.id}`,
    });
    expect(await stage.ask(getTarget, { id: second.id })).toMatchObject({ authorizationStatus: 'rejected' });
    stage.market.account = '2000';
    const again = await stage.ask(updateTarget, { id: second.id, type, redirectUrl });
    expect(await accept(again)).toMatchObject({ status: 'accepted' });
  });

  it('a rejection of a second target that could not be stored is stored after a reload, with the same access token', async () => {
    const [first, second] = [await invited(), await invited()];
    stage.market.account = '1000';
    await accept(first);
    vi.spyOn(stage.targets.grants, 'reject').mockRejectedValueOnce(new Error('The database is gone.'));
    await expect(accept(second)).rejects.toThrow('');
    stage.pass(30_000);
    expect(await accept(second)).toMatchObject({ status: 'rejected' });
    expect(stage.market.exchanges).toHaveLength(2);
    const left = await stage.db.collection('authorizations').countDocuments({ access: { $exists: true } });
    expect(left).toBe(0);
  });

  it('a target that is authorized again for its own account on a marketplace is accepted', async () => {
    const { id, ...first } = await invited();
    stage.market.account = '1000';
    await accept(first);
    const again = await stage.ask(updateTarget, { id, type, redirectUrl });
    expect(await accept(again)).toMatchObject({ status: 'accepted' });
  });

  it('a target whose token cannot be decrypted does not keep the login of another one unknown', async () => {
    const [first, second] = [await invited(), await invited()];
    for (const target of [first, second]) await accept(target);
    await stage.db
      .collection<{ _id: string }>('targets')
      .updateOne({ _id: first.id }, { $set: { 'authorization.grant.sealedToken': 'v1.unknown.x.y' } });
    stage.market.account = '1000';
    const warned = vi.spyOn(stage.deps.log, 'warn');
    // A database may abandon a write for another one; the next sweep repeats it.
    await vi.waitFor(async () => {
      await fill();
      const found = await stage.deps.targets.peek(second.id);
      expect(found, JSON.stringify(warned.mock.calls)).toMatchObject({ ownsLogin: true });
    });
  });

  it('an account on a marketplace that was not known at the acceptance is found later, and counted if it is shared', async () => {
    const [first, second] = [await invited(), await invited()];
    for (const target of [first, second]) expect(await accept(target)).toMatchObject({ status: 'accepted' });
    stage.market.account = '1000';
    await fill();
    expect((await shared())['targets-have-logins-of-their-own']).toEqual([
      [first.id, second.id].toSorted()[1],
    ]);
  });
});
