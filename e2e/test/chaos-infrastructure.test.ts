import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChaos } from './support/chaos.ts';
import { createPortfolio, createTargets, numbers, updatePortfolio } from './support/customer.ts';
import { ALL_EVENTS } from './support/data.ts';
import { expectWhole } from './support/expect-whole.ts';
import { sandboxOf } from './support/sandbox.ts';
import { START_TIMEOUT_MS, startWorld } from './support/world.ts';
import type { World } from './support/world.ts';

const PROPERTIES = 20;
const hasOwnBroker = process.env['NATS_URL'] === undefined;
const hasOwnDatabase = process.env['MONGODB_URI'] === undefined;
let world: World;

// A world for each case: on a shared portal the first case's objects would pass for the second one's.
beforeEach(async () => {
  world = await startWorld();
}, START_TIMEOUT_MS);
afterEach(() => world.close());

/** 80 listings on four targets while one part of the infrastructure is killed again and again. */
async function surviveLossOf(victim: string): Promise<void> {
  const { stack, logs } = world;
  const { api } = await world.account(victim);
  const externalIds = numbers(PROPERTIES);
  await sandboxOf(stack).hook(api, victim, ALL_EVENTS);
  const targets = await createTargets(api, stack);
  const whileCreated = startChaos({ stack, victims: [victim], rounds: 3, restMs: 2000 });
  await createPortfolio({ api, stack, externalIds, targets });
  await whileCreated.over();
  const whileUpdated = startChaos({ stack, victims: [victim], rounds: 1, restMs: 2000 });
  await updatePortfolio({ api, stack });
  await whileUpdated.over();
  expect([whileCreated, whileUpdated].map(({ kills }) => kills.get(victim))).toEqual([3, 1]);
  await expectWhole({ api, stack, hook: victim, externalIds, logs });
}

describe('infrastructure that is killed', { timeout: 400_000 }, () => {
  it.skipIf(!hasOwnBroker)('the broker: nothing of 80 listings is lost, doubled or forgotten', () =>
    surviveLossOf('nats-server'),
  );

  it.skipIf(!hasOwnDatabase)('the database: nothing of 80 listings is lost, doubled or forgotten', () =>
    surviveLossOf(world.stack.children.has('mongod') ? 'mongod' : 'embedded-mongo'),
  );
});
