import { resealSecrets } from '@estate/contracts';
import { createMetrics } from '@estate/observability';
import { Auditor, newId, reseal, sealsOpen } from '@estate/persistence';
import { startMongo, unopenable } from '@estate/testing';
import type { MongoServer } from '@estate/testing';
import { createVault, parseVaultKeys } from '@estate/vault';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../../test/stage.ts';
import { accessTo } from '../platforms/access/access-to.ts';
import { ConsumerCredentialStore } from './consumer-credential-store.ts';
import type { ConsumerDoc } from './consumer-credential-store.ts';

const OLD = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
const NEW = `k2:${Buffer.alloc(32, 9).toString('base64')}`;
const vaultOf = (keys: string) => createVault(parseVaultKeys(keys));

let server: MongoServer;
let stage: Awaited<ReturnType<typeof openStage>>;
beforeAll(async () => {
  server = await startMongo();
  stage = await openStage(server.uri);
});
afterAll(async () => {
  await stage.mongo.close();
  await server.stop();
});

/** Follows the walk to its end, as the operator's tool does. */
async function walk(keys: string) {
  const sum = { steps: 0, examined: 0, resealed: 0, unreadable: [] as string[] };
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const step = resealSecrets.distribution.output.parse(
      await reseal(stage.stores.sealed, vaultOf(keys), after),
    );
    sum.steps += 1;
    sum.examined += step.examined;
    sum.resealed += step.resealed;
    sum.unreadable.push(...step.unreadable);
    after = step.next;
  }
  return sum;
}

describe('the audit of secrets', () => {
  it('a password that was sealed with an unknown key, or for another target, is found with its target', async () => {
    const [healthy, lost, moved] = [
      await stage.addTarget(),
      await stage.addTarget(),
      await stage.addTarget(),
    ];
    const docs = stage.mongo.db.collection<{ _id: string; sealedPassword?: string }>('targets');
    const { sealedPassword = '' } = (await docs.findOne({ _id: healthy })) ?? {};
    const auditor = new Auditor({
      invariants: sealsOpen(stage.stores.sealed, vaultOf(OLD)),
      metrics: createMetrics('test'),
      ...{ log: stage.log, clock: () => stage.time.now, everyMs: 60_000 },
    });
    expect(await auditor.violations()).toEqual([]);
    const unknown = sealedPassword.replace('v1.k1.', 'v1.k9.');
    await docs.updateOne({ _id: lost }, { $set: { sealedPassword: unknown } });
    await docs.updateOne({ _id: moved }, { $set: { sealedPassword } });
    expect(await auditor.violations()).toMatchObject([
      { promise: 'targets-seals-open', count: 2, ids: [lost, moved].toSorted(), isRepairable: false },
    ]);
    await docs.deleteMany({});
  });
});

describe('the audit of other secrets of the distribution', () => {
  it('consumer credentials and redirect flows whose secret was sealed with an unknown key are found', async () => {
    const others = stage.stores.sealed.filter(({ collection }) => collection.collectionName !== 'targets');
    const { planted, found } = await unopenable(others, vaultOf(OLD));
    expect(found).toEqual(planted);
    expect(Object.keys(planted)).toEqual(['authorizations-seals-open', 'consumer-credentials-seals-open']);
  });
});

describe('sealing with a new key', () => {
  it('every secret is sealed with the new key, so that the old one can be removed', async () => {
    const targets: string[] = [];
    for (let count = 0; count < 230; count += 1) targets.push(await stage.addTarget());
    const type = stage.market.type;
    const given = { accountId: stage.accountId, type, key: 'consumer', secret: 'hush', at: stage.time.now };
    await stage.deps.consumers.set(given);
    const authorized = targets[0] ?? '';
    const sealed = vaultOf(OLD).seal('token', authorized);
    await stage.mongo.db
      .collection<{ _id: string }>('targets')
      .updateOne(
        { _id: authorized },
        { $set: { 'authorization.grant': { sealedToken: sealed, sealedSecret: sealed } } },
      );
    const state = newId();
    await stage.mongo.db.collection<{ _id: string }>('authorizations').insertOne({
      _id: state,
      sealedRequestSecret: vaultOf(OLD).seal('request', state),
      access: {
        sealedToken: vaultOf(OLD).seal('access', state),
        sealedSecret: vaultOf(OLD).seal('hush', state),
      },
    } as unknown as { _id: string });

    expect(await walk(`${NEW},${OLD}`)).toMatchObject({ examined: 232, resealed: 232, unreadable: [] });
    expect(await walk(`${NEW},${OLD}`)).toMatchObject({ examined: 232, resealed: 0, unreadable: [] });

    const onlyNew = vaultOf(NEW);
    for (const id of targets.slice(1)) {
      const target = await stage.targets.peek(id);
      expect(
        target && accessTo(target.type).account(target, { vault: onlyNew, targets: stage.targets }),
      ).toMatchObject({
        credentials: { password: 'secret' },
      });
    }
    const grant = (await stage.targets.peek(authorized))?.authorization?.grant;
    expect(onlyNew.open(grant?.sealedToken ?? '', authorized)).toBe('token');
    expect(onlyNew.open(grant?.sealedSecret ?? '', authorized)).toBe('token');
    const consumers = new ConsumerCredentialStore(
      stage.mongo.db.collection<ConsumerDoc>('consumer-credentials'),
      onlyNew,
    );
    expect((await consumers.find(stage.accountId, type))?.secret).toBe('hush');
  });

  it('an undecryptable secret is listed, and the others are sealed with the new key', async () => {
    const lost = await stage.addTarget();
    const sealed = vaultOf(`k0:${Buffer.alloc(32, 3).toString('base64')}`).seal('gone', lost);
    await stage.mongo.db
      .collection<{ _id: string }>('targets')
      .updateOne({ _id: lost }, { $set: { sealedPassword: sealed } });
    const other = await stage.addTarget();
    expect(await walk(`${NEW},${OLD}`)).toMatchObject({ resealed: 1, unreadable: [lost] });
    expect(vaultOf(NEW).open((await stage.targets.peek(other))?.sealedPassword ?? '', other)).toBe('secret');
  });
});
