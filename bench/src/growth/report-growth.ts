import { sum } from '../processes.ts';
import { markdownTable, say } from '../report.ts';

/** The most that a piece may cost at any size, of what it costs at the smallest. */
const GROWTH_MAX = 1.3;

/** What was measured at one size. */
export interface Sample {
  size: number;
  /** From the start of all processes until they are ready. */
  startSeconds: number;
  /** Milliseconds of processor time a piece, by work. */
  costs: ReadonlyMap<string, number>;
  /** Milliseconds of processor time a minute, by process. */
  idle: ReadonlyMap<string, number>;
  /** Milliseconds of processor time of one look of all auditors. */
  auditMs: number;
  memory: ReadonlyMap<string, number>;
  megabytes: number | undefined;
}

/** Prints the tables, and fails when a piece or an idle minute costs more than it may, or a piece nothing: then what is idle is not. */
export function printGrowth(samples: readonly Sample[], accounts: number): void {
  const [smallest] = samples;
  if (!smallest) return;
  const growths = samples.map((sample) => new Map(growthsOf(sample, smallest)));
  say(
    `\nProperties, of ${String(accounts)} accounts; ms of processor time of all processes, and how much of the smallest:\n`,
  );
  printRows('ms each', samples, costRows(samples, growths));
  printRows('the system', samples, systemRows(samples));
  printRows('idle CPU ms/minute · resident MB', samples, processRows(samples, smallest));
  const missed = samples.flatMap((sample, index) =>
    [...(growths[index] ?? []), ['idle', idleOf(sample) / idleOf(smallest)] as const]
      .filter(([, growth]) => !(growth > 0 && growth <= GROWTH_MAX))
      .map(([name, growth]) => `${name} at ${String(sample.size)}: ${growth.toFixed(2)}`),
  );
  if (missed.length === 0) return;
  say(`Not within ${String(GROWTH_MAX)} times of the smallest: ${missed.join('; ')}`);
  process.exitCode = 1;
}

const idleOf = ({ idle }: Sample): number => sum(idle.values());

/** Says what the system takes at one size, before the larger ones are measured. */
export function saySystem(sample: Sample): void {
  const { size, auditMs, startSeconds, megabytes } = sample;
  say(
    `${String(size)}: idle ${idleOf(sample).toFixed(0)} ms/minute, audit ${auditMs.toFixed(0)} ms, ` +
      `start ${startSeconds.toFixed(1)} s, database ${megabytes?.toFixed(0) ?? '?'} MB`,
  );
}

type Growths = ReadonlyMap<string, number>;

/** What each work costs at this size, of what it costs at the smallest. */
const growthsOf = (sample: Sample, smallest: Sample): (readonly [string, number])[] =>
  [...sample.costs].map(([name, ms]) => [name, ms / (smallest.costs.get(name) ?? NaN)] as const);

function printRows(title: string, samples: readonly Sample[], rows: readonly string[][]): void {
  say(markdownTable([[title, ...samples.map(({ size }) => size.toLocaleString('en'))], ...rows]));
  say('');
}

const costRows = (samples: readonly Sample[], growths: readonly Growths[]): string[][] =>
  [...(growths[0] ?? new Map<string, number>()).keys()].map((name) => [
    name,
    ...samples.map(
      ({ costs }, index) =>
        `${(costs.get(name) ?? NaN).toFixed(2)} (${(growths[index]?.get(name) ?? NaN).toFixed(2)})`,
    ),
  ]);

function systemRows(samples: readonly Sample[]): string[][] {
  const row = (name: string, of: (sample: Sample) => string) => [name, ...samples.map(of)];
  return [
    row('idle, sweeps and audit, CPU ms/minute', (sample) => idleOf(sample).toFixed(0)),
    row('one look of all auditors, CPU ms', ({ auditMs }) => auditMs.toFixed(0)),
    row('start until ready, s', ({ startSeconds }) => startSeconds.toFixed(1)),
    row('database, MB', ({ megabytes }) => megabytes?.toFixed(0) ?? '?'),
  ];
}

const processRows = (samples: readonly Sample[], smallest: Sample): string[][] =>
  [...smallest.idle.keys()].map((name) => [
    name,
    ...samples.map(
      ({ idle, memory }) => `${(idle.get(name) ?? 0).toFixed(0)} · ${(memory.get(name) ?? 0).toFixed(0)}`,
    ),
  ]);
