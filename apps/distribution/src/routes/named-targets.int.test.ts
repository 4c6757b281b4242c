import { createTarget, deleteTarget, getTarget, listUnknownTargets } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { newId } from '@estate/persistence';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachOnStage } from '../../test/each-on-stage.ts';
import type { Stage } from '../../test/stage.ts';

let stage: Stage;
let targetId: string;
eachOnStage((opened) => {
  stage = opened;
});
beforeEach(async () => {
  const credentials = { host: 'ftp.example.org', username: 'agent', password: 'secret' };
  targetId = (await stage.ask(createTarget, { type: 'portal', credentials })).id;
});

const remove = () => stage.ask(deleteTarget, { id: targetId });
const look = async (accountId = stage.accountId) => {
  const { unknown, deleting } = await stage.ask(listUnknownTargets, {
    targets: [{ id: targetId, accountId }],
  });
  return { unknown: unknown.length, deleting: deleting.length };
};

describe('a target that other resources name', () => {
  it('a target that import sources and webhooks name is not deleted, and the refusal lists them', async () => {
    stage.naming.sources = (id) => (id === targetId ? ['Munich office'] : []);
    stage.naming.webhooks = (id) => (id === targetId ? ['CRM', 'app.example.org'] : []);
    await expect(remove()).rejects.toMatchObject({
      code: 'target-in-use',
      message: expect.stringMatching(
        /^The target is still named by the import source "Munich office" \(\w{20}\) and the webhooks "CRM" \(\w{20}\), "app\.example\.org" \(\w{20}\)\. Remove it there first\.$/,
      ) as string,
    });
    expect(await stage.ask(getTarget, { id: targetId })).toMatchObject({ id: targetId });
    expect(await look()).toEqual({ unknown: 0, deleting: 0 });
    stage.naming.sources = () => [];
    stage.naming.webhooks = () => [];
    await expect(remove()).resolves.toMatchObject({ id: targetId });
  });

  it('a target is marked before it is looked for, so what names it at the same time sees that it is being deleted', async () => {
    const seen: unknown[] = [];
    stage.naming.sources = () => [];
    const { markDeleted } = stage.targets;
    stage.targets.markDeleted = async (...given) => {
      seen.push(await look());
      return markDeleted.apply(stage.targets, given);
    };
    await remove();
    expect(seen).toEqual([{ unknown: 0, deleting: 1 }]);
    expect(await look()).toEqual({ unknown: 1, deleting: 0 });
  });

  it('a target is neither deleted nor left half deleted while another service cannot be asked', async () => {
    stage.naming.webhooks = () => {
      throw new Unavailable('The notifier is unavailable.');
    };
    await expect(remove()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await look()).toEqual({ unknown: 0, deleting: 0 });
  });

  it('a target is unknown to other accounts', async () => {
    expect(await look(newId())).toEqual({ unknown: 1, deleting: 0 });
  });
});
