import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const MS_PER_TICK = 10;
const QUIET_MS_PER_SECOND = 80;
const LONGEST_WAIT_SECONDS = 120;

/** The processes of one side of a comparison, by name. */
export type Processes = ReadonlyMap<string, number>;

/** Milliseconds of processor time each process, with those it has started, has used so far, in user and system mode. */
export function cpuTimes(processes: Processes): Map<string, number> {
  return new Map([...processes].map(([name, pid]) => [name, sum(familyOf(pid).map(cpuTimeOf))]));
}

/** What each process used between two looks. */
export function cpuBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map([...after].map(([name, time]) => [name, time - (before.get(name) ?? 0)]));
}

export const sum = (values: Iterable<number>): number =>
  [...values].reduce((total, value) => total + value, 0);

/** Most memory that a process and those it has started have held so far, each at its own time. */
export const peakMegabytes = (pid: number): number => sum(familyOf(pid).map(peakOf));

/** A process and those it has started that still run. */
export function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => familyOf(Number(child))))];
}

/** Most memory that a process has held so far, in megabytes. */
export const peakOf = (pid: number): number => megabytesIn(pid, /VmHWM:\s+(\d+) kB/);

/** Memory that a process and those it has started hold now, in megabytes. */
export const residentMegabytes = (pid: number): number =>
  sum(familyOf(pid).map((one) => megabytesIn(one, /VmRSS:\s+(\d+) kB/)));

function megabytesIn(pid: number, line: RegExp): number {
  const [, kilobytes = '0'] = line.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1000;
}

/** Resolves once the processes do next to nothing. @throws Error when they stay busy */
export async function untilQuiet(processes: Processes): Promise<void> {
  for (let second = 0; second < LONGEST_WAIT_SECONDS; second += 1) {
    const before = sum(cpuTimes(processes).values());
    await sleep(1000);
    if (sum(cpuTimes(processes).values()) - before < QUIET_MS_PER_SECOND) return;
  }
  throw new Error(`The processes were still busy after ${String(LONGEST_WAIT_SECONDS)} s.`);
}

function cpuTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  // The name in brackets may hold spaces; the fields after it start with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Of the process itself, and of those it has started that have ended.
  return sum(fields.slice(11, 15).map(Number)) * MS_PER_TICK;
}
