import { getTarget } from '@estate/contracts';
import type { TargetInput } from '@estate/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../../test/each-on-stage.ts';
import type { Stage } from '../../../test/stage.ts';
import { newTarget } from '../../domain/target.ts';
import { apiKey } from './api-key.ts';
import { none } from './none.ts';
import type { IfSeen } from './target-access.ts';

let stage: Stage;
eachOnStage((opened) => {
  stage = opened;
});

/** A type that the contracts of this version do not have. */
const type = 'homes' as never;
const IDS = ['d1a2b3c4e5f6g7h8i9j0', 'd1a2b3c4e5f6g7h8i9j1'] as const;

async function create(kind: typeof apiKey | typeof none, id: string, input: object) {
  const { deps } = stage;
  const common = {
    id,
    accountId: stage.accountId,
    type,
    autoCollectRequests: false,
    emailId: id,
    at: deps.clock(),
  };
  const access = await kind.begin({ type, ...input } as TargetInput as never, common, deps);
  const target = newTarget({ ...common, ...access });
  await deps.targets.insert(target);
  return target;
}

const asker = async (id: string): Promise<IfSeen> => {
  const stored = await stage.deps.targets.peek(id);
  if (!stored) throw new Error(`there is no target ${id}`);
  return { accountId: stage.accountId, requestId: 'r-test', stored, seen: undefined };
};

describe('a target with an API key', () => {
  const [id, other] = IDS;
  beforeEach(() => create(apiKey, id, { credentials: { apiKey: 'key-1' } }));

  it('the key of a target is readable for its platform only', async () => {
    const { stored } = await asker(id);
    expect(JSON.stringify(stored)).not.toContain('key-1');
    expect(apiKey.account(stored, stage.deps)).toMatchObject({ id, apiKey: 'key-1' });
    expect(apiKey.closedAccount(stored)).not.toHaveProperty('apiKey');
    expect(JSON.stringify(await stage.ask(getTarget, { id }))).not.toContain('key-1');
  });

  it('a replacement keeps the key that it leaves out, and all listings are published again', async () => {
    const renamed = await apiKey.replace({ id, type, name: 'Munich' }, await asker(id), stage.deps);
    expect(renamed).toMatchObject({ name: 'Munich', republish: { requestId: 'r-test' } });
    expect(apiKey.account(renamed!, stage.deps)).toMatchObject({ apiKey: 'key-1' });
    const credentials = { apiKey: 'key-2' };
    const replaced = await apiKey.replace({ id, type, credentials }, await asker(id), stage.deps);
    expect(apiKey.account(replaced!, stage.deps)).toMatchObject(credentials);
  });

  it('a replacement without a key keeps the one that another replacement has set meanwhile', async () => {
    const before = await asker(id);
    const credentials = { apiKey: 'key-2' };
    await apiKey.replace({ id, type, credentials }, before, stage.deps);
    const replaced = await apiKey.replace({ id, type, name: 'Munich' }, before, stage.deps);
    expect(apiKey.account(replaced!, stage.deps)).toMatchObject(credentials);
    expect(replaced?.login).not.toBe(before.stored.login);
  });

  it('a second target of an account may not get the key of the first', async () => {
    await create(apiKey, other, { credentials: { apiKey: 'key-2' } });
    const credentials = { apiKey: 'key-1' };
    const taken = apiKey.replace({ id: other, type, credentials }, await asker(other), stage.deps);
    await expect(taken).rejects.toMatchObject({ code: 'target-login-taken' });
  });
});

describe('a target of a platform that asks for nothing', () => {
  const [id] = IDS;

  it('a target without access can be replaced, and its platform sees it without secrets', async () => {
    await create(none, id, {});
    const replaced = await none.replace({ id, type, name: 'Feed' }, await asker(id), stage.deps);
    expect(replaced).toMatchObject({ name: 'Feed', republish: { requestId: 'r-test' } });
    expect(none.account(replaced!, stage.deps)).toEqual(none.closedAccount(replaced!));
    expect(await none.login(replaced!, stage.deps)).toBeUndefined();
  });
});
