import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Processes } from '../processes.ts';
import { markdownTable, say } from '../report.ts';
import { busyOf } from './parts.ts';
import type { Busy, CpuProfile } from './parts.ts';

const RECORDER = new URL('record-cpu-profile.ts', import.meta.url);
const LARGEST = 8;
const SMALLEST_SHARE = 0.02;
/** Less than this share of a core is not shown. */
const SMALLEST_BUSY = 0.03;
const PATIENCE_MS = 30_000;

/** Whether this run records profiles: it costs some per cent of the time that it measures. */
const folder =
  process.env['CPU_PROFILES'] === 'true' ? mkdtempSync(join(tmpdir(), 'estate-profiles-')) : undefined;
if (folder !== undefined) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** For the programs that can be recorded; undefined in a run without profiles. */
export const nodeOptions: string | undefined =
  folder === undefined ? undefined : `--import=${RECORDER.href}?folder=${folder}`;

/** The last recording of each piece of work: how each thread of each process was busy. */
const recordings = new Map<string, Map<string, Busy>>();

/** Does the work while the processes are recorded; in a run without profiles it only does the work. */
export async function recorded<T>(piece: string, all: Processes, work: () => Promise<T>): Promise<T> {
  if (folder === undefined) return work();
  const processes = [...all].filter(([, pid]) => isRecordable(pid));
  for (const [, pid] of processes) process.kill(pid, 'SIGUSR2');
  const result = await work();
  for (const [, pid] of processes) process.kill(pid, 'SIGUSR2');
  const threads = new Map<string, Busy>();
  for (const [name, pid] of processes) {
    await untilWritten(join(folder, `${String(pid)}-0.cpuprofile`));
    for (const [thread, busy] of takeProfiles(folder, pid)) threads.set(`${name}${thread}`, busy);
  }
  recordings.set(piece, threads);
  return result;
}

/** Others may not survive the signal. */
const isRecordable = (pid: number): boolean =>
  readFileSync(`/proc/${String(pid)}/environ`, 'utf8').includes(RECORDER.href);

async function untilWritten(file: string): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  while (!existsSync(file)) {
    if (Date.now() > giveUpAt) throw new Error(`${file} was not written.`);
    await sleep(50);
  }
}

function* takeProfiles(from: string, pid: number): Generator<[thread: string, Busy]> {
  for (const name of readdirSync(from).filter((each) => each.startsWith(`${String(pid)}-`))) {
    const [, thread = '0'] = /-(\d+)\.cpuprofile$/.exec(name) ?? [];
    const file = join(from, name);
    yield [
      thread === '0' ? '' : `, thread ${thread}`,
      busyOf(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile),
    ];
    rmSync(file);
  }
}

/** Prints what was recorded: of each thread how busy it was and its largest parts, as shares of its busy time. */
export function sayRecordings(): void {
  for (const [piece, threads] of recordings) {
    const rows = [...threads]
      .filter(([, { busyUs, recordedUs }]) => busyUs > recordedUs * SMALLEST_BUSY)
      .map(([name, busy]) => [name, percent(busy.busyUs / busy.recordedUs), largestParts(busy)]);
    if (rows.length === 0) continue;
    say(`\nCPU profile of ${piece}\n`);
    say(markdownTable([['Process', 'busy', 'its largest parts'], ...rows]));
  }
}

const largestParts = ({ parts, busyUs }: Busy): string =>
  [...parts]
    .filter(([, us]) => us > busyUs * SMALLEST_SHARE)
    .sort(([, one], [, other]) => other - one)
    .slice(0, LARGEST)
    .map(([part, us]) => `${part} ${percent(us / busyUs)}`)
    .join(', ');

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
