import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apiClient } from '@estate/stack';
import type { Import, Page, Property } from '@estate/contracts';
import { MemoryWatch } from './imports/memory.ts';
import { createUntil, createWhile } from './imports/other-customer.ts';
import type { Latency } from './imports/other-customer.ts';
import { photoMaker } from './imports/photos.ts';
import { reportLatency, reportMemory, reportRates } from './imports/report-import.ts';
import type { Run, ScriptRun } from './imports/report-import.ts';
import { sendByFtp, sendByHttp } from './imports/send-package.ts';
import type { SendPackage } from './imports/send-package.ts';
import { writePackage } from './imports/write-package.ts';
import { forkScript } from './plain/forked-script.ts';
import type { ImportOrder } from './plain/import-order.ts';
import { recorded } from './profiles/recorded.ts';
import { cpuBetween, cpuTimes, peakMegabytes, sum, untilQuiet } from './processes.ts';
import { say } from './report.ts';
import { until } from './until.ts';
import { openAccount, processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const DATABASE = 'embedded-mongo';
const WARM_UP_OBJECTS = 10;
const IDLE_MS = 20_000;
const PATIENCE_MS = 3 * 3_600_000;
/** Above every package, so that only the memory of the machine and its disk limit it. */
const MOST_BYTES = '100000000000';
const SETTINGS = {
  IMPORT_MAX_BYTES: MOST_BYTES,
  FTP_SOURCE_BYTES: MOST_BYTES,
  FTP_SPOOL_BYTES: MOST_BYTES,
};

interface Options {
  objects: number;
  photos: number;
  ftp: boolean;
}

/**
 * Measures a full transfer from the first byte of its upload until everything of it is processed, the memory of all processes, and another
 * customer's calls meanwhile, beside a script that unzips, hashes, decodes and stores the same. Fails when a process takes 300 MB or more.
 */
export function measureImport(): Promise<void> {
  const options = optionsOf(process.argv.slice(3));
  return withStack((measured) => measure(measured, options), { env: SETTINGS });
}

function optionsOf(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      objects: { type: 'string', default: '200' },
      photos: { type: 'string', default: '10' },
      ftp: { type: 'boolean', default: false },
    },
  });
  return { objects: Number(values.objects), photos: Number(values.photos), ftp: values.ftp };
}

async function measure(measured: Measured, { objects, photos, ftp }: Options): Promise<void> {
  const { dataDirectory, stack } = measured;
  const maker = await photoMaker();
  const [small, large] = [join(dataDirectory, 'warm-up.zip'), join(dataDirectory, 'package.zip')];
  await writePackage(small, { first: objects, objects: WARM_UP_OBJECTS, photos }, maker);
  const bytes = await writePackage(large, { first: 0, objects, photos }, maker);
  say(`${String(objects)} objects with ${String(photos)} photos each, ${(bytes / 1e6).toFixed(0)} MB`);
  const send = ftp ? await sendByFtp(measured) : sendByHttp(measured);
  await runScript(measured, small);
  await runImport(measured, send, small);
  const other = apiClient(measured.stack.apiUrl, await openAccount(measured.stack, 'Other'));
  await untilQuiet(processesOf(stack));
  const beforeIdle = cpuTimes(processesOf(stack));
  const idle = await createUntil(other, AbortSignal.timeout(IDLE_MS));
  const cpuOfIdle = cpuBetween(beforeIdle, cpuTimes(processesOf(stack)));
  /** The other customer calls beside the script, too, so that both sides have the same rest of the machine. */
  const runScriptBeside = async (): Promise<ScriptRun> => {
    await untilQuiet(processesOf(stack));
    const { result, latency } = await createWhile(other, () => runScript(measured, large));
    const ofCalls = (cpuOfIdle.get(DATABASE) ?? 0) * (latency.calls / idle.calls);
    return { ...result, cpu: result.cpu - ofCalls / objects };
  };
  const ofImport = ({ result, latency: { calls } }: { result: Run; latency: Latency }) =>
    withoutOther(result, scaled(cpuOfIdle, calls / idle.calls));
  const scripts = [await runScriptBeside()];
  const memory = new MemoryWatch(processesOf(stack));
  const atStart = memory.soFar();
  const first = await createWhile(other, () =>
    recorded('the first import', processesOf(stack), () => runImport(measured, send, large)),
  );
  await untilQuiet(processesOf(stack));
  const second = await createWhile(other, () => runImport(measured, send, large));
  const peaks = memory.end();
  scripts.push(await runScriptBeside());
  expectCounts(first.result.counts, { created: objects });
  expectCounts(second.result.counts, { unchanged: objects });
  reportRates(objects, { first: ofImport(first), second: ofImport(second), scripts });
  reportLatency({
    idle,
    'while it is imported': first.latency,
    'while it is imported again': second.latency,
  });
  reportMemory(atStart, peaks);
}

async function runImport({ api, stack }: Measured, send: SendPackage, path: string): Promise<Run> {
  const processes = processesOf(stack);
  const before = cpuTimes(processes);
  const startedMs = Date.now();
  const { id, createdAt } = await send(path);
  const { state, counts, finishedAt } = await until(
    () => api.get<Import>(`/imports/${id}`),
    (one) => one.finishedAt !== undefined,
    PATIENCE_MS,
  );
  if (state !== 'finished') throw new Error(`The import ${id} is ${state}.`);
  await until(
    () => api.get<Page<Property>>('/properties?processingStatus=pending&limit=1'),
    ({ data }) => data.length === 0,
    PATIENCE_MS,
  );
  const processedMs = Date.now() - startedMs;
  const cpu = cpuBetween(before, cpuTimes(processes));
  return {
    ...{ counts, processedMs },
    acceptedMs: Date.parse(createdAt) - startedMs,
    finishedMs: Date.parse(finishedAt ?? '') - startedMs,
    cpu: new Map([...cpu].map(([name, used]) => [name, used / counts.objects])),
  };
}

const scaled = (cpu: ReadonlyMap<string, number>, factor: number): Map<string, number> =>
  new Map([...cpu].map(([name, ms]) => [name, ms * factor]));

/** Leaves out what the calls of the other customer cost. */
const withoutOther = (run: Run, ofCalls: ReadonlyMap<string, number>): Run => ({
  ...run,
  cpu: cpuBetween(scaled(ofCalls, 1 / run.counts.objects), run.cpu),
});

/** The script in a process of its own; its database is that of the system. */
async function runScript({ stack, dataDirectory }: Measured, path: string): Promise<ScriptRun> {
  const directory = join(dataDirectory, 'script');
  await mkdir(directory);
  const script = await forkScript<ImportOrder, { objects: number; ms: number }>('import-script.ts');
  const database = processesOf(stack, (name) => name === DATABASE);
  const processes = new Map([...database, ['script', script.pid] as const]);
  const before = cpuTimes(processes);
  const name = `script_${String(Date.now())}`;
  const { objects, ms } = await script.run({ path, directory, mongoUri: stack.mongoUri, database: name });
  const cpu = sum(cpuBetween(before, cpuTimes(processes)).values()) / objects;
  const megabytes = peakMegabytes(script.pid);
  script.stop();
  await rm(directory, { recursive: true });
  return { ms, cpu, megabytes };
}

function expectCounts(counts: Import['counts'], expected: Partial<Import['counts']>): void {
  for (const [outcome, count] of Object.entries(expected)) {
    if (counts[outcome as keyof Import['counts']] !== count)
      throw new Error(`The import has the counts ${JSON.stringify(counts)}.`);
  }
}
