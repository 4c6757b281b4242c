import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { openStage } from './stage.ts';
import { isWhole, runStorm } from './storm.ts';

const PATIENCE_MS = 300_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    journal: { type: 'string' },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed);
const journalPath = values.journal ?? join(tmpdir(), `chaos-${values.seed}-${String(process.pid)}.jsonl`);

const stage = await openStage();
try {
  if (stage.disks.size === 0) process.stdout.write('no full disks: this user may not mount filesystems\n');
  process.stdout.write(`seed ${String(seed)}, ${String(minutes)} minutes, journal ${journalPath}\n`);
  const result = await runStorm(stage, { seed, minutes, patienceMs: PATIENCE_MS, journalPath });
  process.stdout.write(`${JSON.stringify({ seed, minutes, ...result }, undefined, 2)}\n`);
  if (!isWhole(result)) process.exitCode = 1;
} finally {
  await stage.close();
}
