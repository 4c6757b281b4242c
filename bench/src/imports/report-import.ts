import { availableParallelism, loadavg } from 'node:os';
import type { Import } from '@estate/contracts';
import { sum } from '../processes.ts';
import { markdownTable, say } from '../report.ts';
import type { Latency } from './other-customer.ts';

const LIMIT_MEGABYTES = 300;

/** One import, from the first byte that is sent. */
export interface Run {
  acceptedMs: number;
  finishedMs: number;
  /** All photos are processed, too. */
  processedMs: number;
  counts: Import['counts'];
  /** Milliseconds of processor time an object took, by process, without what the calls of the other customer cost. */
  cpu: Map<string, number>;
}

export interface ScriptRun {
  ms: number;
  /** Milliseconds of processor time an object took, of the script and of its database. */
  cpu: number;
  megabytes: number;
}

interface Rates {
  first: Run;
  second: Run;
  scripts: readonly ScriptRun[];
}

export function reportRates(objects: number, { first, second, scripts }: Rates): void {
  const scriptMs = sum(scripts.map(({ ms }) => ms)) / scripts.length;
  const row = (name: string, ms: number, cpu?: number) => [
    name,
    (ms / 1000).toFixed(1),
    ((objects * 1000) / ms).toFixed(2),
    (scriptMs / ms).toFixed(2),
    cpu === undefined ? '' : cpu.toFixed(0),
  ];
  const cpuOf = ({ cpu }: Run) => sum(cpu.values());
  const [lastMinute = NaN] = loadavg();
  say(`load average at the end: ${lastMinute.toFixed(1)} on ${String(availableParallelism())} processors`);
  say('');
  say(
    markdownTable([
      ['', 'seconds', 'objects/s', 'of the script', 'CPU ms/object'],
      ...scripts.map(({ ms, cpu, megabytes }) => row(`script (${megabytes.toFixed(0)} MB)`, ms, cpu)),
      row('upload until the package is stored', first.acceptedMs),
      row('stored until imported', first.finishedMs - first.acceptedMs),
      row('stored until processed', first.processedMs - first.acceptedMs),
      row('upload until processed', first.processedMs, cpuOf(first)),
      row('again, unchanged', second.processedMs, cpuOf(second)),
    ]),
  );
  for (const [name, { cpu }] of Object.entries({ first, second })) {
    const parts = [...cpu].filter(([, ms]) => ms >= 0.5).map(([part, ms]) => `${part} ${ms.toFixed(0)}`);
    say(`\nCPU ms/object of the ${name} import: ${parts.join(', ')}`);
  }
}

export function reportLatency(all: Readonly<Record<string, Latency>>): void {
  const rows = Object.entries(all).map(([name, { calls, p50Ms, p95Ms, longestMs }]) => [
    name,
    String(calls),
    ...[p50Ms, p95Ms, longestMs].map((ms) => ms.toFixed(0)),
  ]);
  say('');
  say(
    markdownTable([
      ['POST /properties of another customer', 'calls', 'p50 ms', 'p95 ms', 'longest ms'],
      ...rows,
    ]),
  );
}

export function reportMemory(atStart: ReadonlyMap<string, number>, peaks: ReadonlyMap<string, number>): void {
  const rows = [...peaks].filter(([name]) => OF_THE_SYSTEM.test(name));
  say('');
  say(
    markdownTable([
      ['process', 'peak MB before', 'peak MB'],
      ...rows.map(([name, megabytes]) => [name, (atStart.get(name) ?? 0).toFixed(0), megabytes.toFixed(0)]),
    ]),
  );
  const over = rows.filter(([, megabytes]) => megabytes >= LIMIT_MEGABYTES).map(([name]) => name);
  if (over.length > 0) throw new Error(`${over.join(', ')} took ${String(LIMIT_MEGABYTES)} MB or more.`);
}

/** The database and the sandbox are of this machine. */
const OF_THE_SYSTEM = /^(?:api-gateway|catalog|distribution|importer|inbox|notifier)\b/;
