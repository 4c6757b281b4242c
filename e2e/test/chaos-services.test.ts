import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChaos } from './support/chaos.ts';
import { createPortfolio, createTargets, numbers, updatePortfolio } from './support/customer.ts';
import { ALL_EVENTS } from './support/data.ts';
import { expectWhole } from './support/expect-whole.ts';
import { sandboxOf } from './support/sandbox.ts';
import { START_TIMEOUT_MS, startWorld } from './support/world.ts';
import type { World } from './support/world.ts';

const HOOK = 'chaos-services';
const PROPERTIES = 50;
let world: World;

beforeAll(async () => {
  world = await startWorld();
}, START_TIMEOUT_MS);
afterAll(() => world.close());

describe('services that are killed', { timeout: 400_000 }, () => {
  it('services that are killed at random lose and duplicate none of 200 listings on four targets', async () => {
    const { stack, logs } = world;
    const { api } = await world.account('Chaos');
    const externalIds = numbers(PROPERTIES);
    await sandboxOf(stack).hook(api, HOOK, ALL_EVENTS);
    const targets = await createTargets(api, stack);
    const victims = stack.serviceNames;
    const whileCreated = startChaos({ stack, victims, rounds: 2, restMs: 800 });
    await createPortfolio({ api, stack, externalIds, targets });
    await whileCreated.over();
    const whileUpdated = startChaos({ stack, victims, rounds: 1, restMs: 800 });
    await updatePortfolio({ api, stack });
    await whileUpdated.over();
    const kills = victims.map((name) => [whileCreated.kills.get(name), whileUpdated.kills.get(name)]);
    expect(kills).toEqual(victims.map(() => [2, 1]));
    await expectWhole({ api, stack, hook: HOOK, externalIds, logs });
  });
});
