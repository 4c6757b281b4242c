import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage } from '../chaos/stage.ts';
import type { ChaosStage } from '../chaos/stage.ts';
import { runStorm } from '../chaos/storm.ts';
import { expectFilesOfCatalog } from './support/photos.ts';
import { sandboxOf } from './support/sandbox.ts';
import { START_TIMEOUT_MS } from './support/world.ts';

const SEED = 20;
const PATIENCE_MS = 240_000;
/** The replicas whose freezing beyond a lease is part of the short storm; those of the others differ by nothing but their work. */
const FROZEN = /^(?:distribution|notifier|nats-server|mongod|embedded-mongo|connection)/;
let stage: ChaosStage;

beforeAll(async () => {
  stage = await openStage();
}, START_TIMEOUT_MS);
afterAll(() => stage.close());

describe('a short storm', () => {
  it('killed, frozen and cut off services, servers and platforms and full disks lose, double and block nothing', async () => {
    const journalPath = join(tmpdir(), `chaos-test-${String(process.pid)}.jsonl`);
    const isShort = ({ what, how }: { what: string; how: string }) =>
      !what.endsWith('-2') && (how !== 'frozen' || FROZEN.test(what));
    const plan = { seed: SEED, rounds: 1, patienceMs: PATIENCE_MS, journalPath, isInjected: isShort };
    const { injected, calls, mails, ...result } = await runStorm(stage, plan);
    expect(Object.keys(injected)).toEqual(expect.arrayContaining([...stage.world.stack.serviceNames]));
    expect(Math.min(calls, mails)).toBeGreaterThan(0);
    expect(result, `journal: ${journalPath}`).toMatchObject({
      ...{ lost: [], stuck: [], doubled: [], unexplained: [], violations: [] },
    });
    const { stack } = stage.world;
    await expectFilesOfCatalog(stack);
    const signatures = (await sandboxOf(stack).deliveries('chaos')).map(({ signature }) => signature);
    expect(signatures).toContain('valid');
    expect(signatures).not.toContain('invalid');
  });
});
