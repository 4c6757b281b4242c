import { expect, it } from 'vitest';
import { Interleaving } from '../../test/interleaving.ts';

const RUNS = 1000;

it(`ends with what the customer wished last, in each of ${String(RUNS)} interleavings under worker kills`, async () => {
  const met = { kills: 0, deletes: 0, sets: 0 };
  for (let seed = 0; seed < RUNS; seed += 1) {
    const run = new Interleaving(seed);
    const { shown, wished, kills } = await run.play();
    expect({ seed, shown }).toEqual({ seed, shown: wished });
    met.kills += kills;
    met[wished === undefined ? 'deletes' : 'sets'] += 1;
  }
  // Each kind of end, and kills, must have come about often enough to mean something.
  expect(Math.min(met.deletes, met.sets, met.kills)).toBeGreaterThan(RUNS / 10);
});
