import { readdir } from 'node:fs/promises';
import { ConfigError } from '@estate/config';
import { ID_PATTERN } from '@estate/contracts';
import type { Logger, Metrics } from '@estate/observability';
import { Worker } from '@estate/persistence';
import { TlsCertificate } from '@estate/runtime';
import type { Closable } from '@estate/runtime';
import type { ImporterConfig } from '../config.ts';
import { NO_COUNTS, queueIdOf } from '../domain/import.ts';
import type { PackageBudget } from '../intake/package-budget.ts';
import { takesPlainLogins } from '../domain/import-source.ts';
import type { ImportSourceRecord } from '../domain/import-source.ts';
import { isPassword } from '../sources/source-login.ts';
import type { Stores } from '../stores/open-stores.ts';
import { ftpEvents } from './ftp-events.ts';
import type { FtpEvents } from './ftp-events.ts';
import { ftpServerOptions } from './ftp-settings.ts';
import { KeptFtpProcess } from './kept-ftp-process.ts';
import { ReadyPackages } from './ready-packages.ts';
import type { AcceptPackage, SourcePackage } from './ready-packages.ts';
import type { PlainLogins } from './server/backend.ts';
import type { Answers, Question } from './server/order.ts';
import { writeNextResult, writeResult } from './write-results.ts';

const DAY_MS = 24 * 3_600_000;
const FOLDERS_SWEEP_EVERY_MS = 60_000;
const RESTART_FIRST_MS = 500;
const RESTART_LAST_MS = 30_000;
const SILENT_MS = 30_000;
/** For looking at a package that nobody changes any more, and for its turn. */
const TAKEN_WITHIN_MS = 5000;
/** A slow byte store. */
const TAKEN_BYTES_PER_MS = 20_000;

export interface ImportFtpParts {
  stores: Pick<Stores, 'held' | 'imports' | 'importSources' | 'objects' | 'queue' | 'results'>;
  accept: AcceptPackage;
  budget: Pick<PackageBudget, 'fits'>;
  clock: () => Date;
  log: Logger;
  metrics: Metrics;
}

export interface ImportFtp extends Closable {
  /** 0 when there is no FTP server. */
  port: number;
  pid: number | undefined;
}

/** The FTP server of import sources, and what happens to its packages: imports and their result files. */
export async function startImportFtp(config: ImporterConfig, parts: ImportFtpParts): Promise<ImportFtp> {
  if (config.FTP_PORT === undefined) return { port: 0, pid: undefined, close: () => Promise.resolve() };
  const events = ftpEvents(parts, config.FTP_SPOOL_BYTES);
  const certificate = certificateOf(config);
  const packages = packageWorker(config, parts, events);
  const ftp = await KeptFtpProcess.start({
    memoryMb: config.FTP_MEMORY_MB,
    silentMs: SILENT_MS,
    order: () => ({
      kind: 'start',
      server: ftpServerOptions(config, certificate?.pair),
      directory: config.FTP_DIRECTORY,
    }),
    answer: (question) => answerQuestion(question, config, parts),
    note: (note) => {
      events.noted(note);
      if (note.kind === 'state' && note.readyPackages > 0) packages.wake();
    },
    log: parts.log,
    restarted: events.restarted,
    delayMs: (ends) => Math.min(RESTART_FIRST_MS * 2 ** Math.min(ends - 1, 10), RESTART_LAST_MS),
  });
  const workers = [packages, ...resultWorkers(config, parts), folderWorker(config, parts, ftp)];
  for (const worker of workers) worker.start();
  const stopFollowing = certificate?.follow((pair) => ftp.useCertificate(pair), {
    name: 'ftp',
    log: parts.log,
  });
  const stopShowing = certificate && events.showCertificate(() => certificate.expiresAt);
  parts.log.info({ ftpPort: ftp.port }, 'ftp.listening');
  return {
    get port() {
      return ftp.port;
    },
    get pid() {
      return ftp.pid;
    },
    close: async () => {
      stopFollowing?.();
      stopShowing?.();
      await ftp.close();
      await packages.close();
      // Packages that were complete when the server closed are stored before the process ends.
      await takeAll(config, parts, events).catch((error: unknown) =>
        parts.log.warn({ err: error }, 'ftp.packages-left'),
      );
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

function certificateOf(config: ImporterConfig): TlsCertificate | undefined {
  try {
    return TlsCertificate.of({
      certificateFile: config.FTP_CERTIFICATE_FILE,
      keyFile: config.FTP_KEY_FILE,
      sweepEveryMs: config.FTP_CERTIFICATE_SWEEP_EVERY_MS,
    });
  } catch (error) {
    throw new ConfigError(`FTP_CERTIFICATE_FILE: ${(error as Error).message}`);
  }
}

const readyDeps = (
  config: ImporterConfig,
  { stores, accept, budget, clock }: ImportFtpParts,
  events: FtpEvents,
) => ({
  directory: config.FTP_DIRECTORY,
  sources: stores.importSources,
  accept,
  expectResult: (arrived: SourcePackage) => stores.results.expect(arrived, clock()),
  refuse: async (arrived: SourcePackage, message: string) => {
    const at = clock().toISOString();
    const failure = { code: 'package_unreadable' as const, message };
    const ended = {
      id: arrived.importId,
      state: 'failed' as const,
      counts: NO_COUNTS,
      failure,
      createdAt: at,
    };
    const result = { fileName: arrived.fileName, import: ended, objects: [], furtherObjects: 0 };
    const keptMs = config.FTP_RESULTS_KEPT_DAYS * DAY_MS;
    await writeResult({ ...result, sender: arrived.accountId }, arrived, {
      results: stores.results,
      clock,
      keptMs,
    });
  },
  budget,
  clock,
  onAccepted: events.packageTaken,
});

function packageWorker(config: ImporterConfig, parts: ImportFtpParts, events: FtpEvents): Worker {
  const ready = new ReadyPackages(readyDeps(config, parts, events));
  return new Worker({
    name: 'ftp-packages',
    run: () => ready.takeNext(),
    sweepEveryMs: config.IMPORT_SWEEP_EVERY_MS,
    log: parts.log,
  });
}

async function takeAll(config: ImporterConfig, parts: ImportFtpParts, events: FtpEvents): Promise<void> {
  const ready = new ReadyPackages(readyDeps(config, parts, events));
  while (await ready.takeNext());
}

function resultWorkers(config: ImporterConfig, { stores, clock, log }: ImportFtpParts): Worker[] {
  const { imports, objects, results } = stores;
  const keptMs = config.FTP_RESULTS_KEPT_DAYS * DAY_MS;
  return [
    new Worker({
      name: 'import-results',
      run: () => writeNextResult({ imports, objects, results, clock, keptMs }),
      sweepEveryMs: config.IMPORT_SWEEP_EVERY_MS,
      log,
    }),
    new Worker({
      name: 'old-import-results',
      run: () => results.removeOld(clock()),
      sweepEveryMs: FOLDERS_SWEEP_EVERY_MS,
      log,
    }),
  ];
}

/** Removes what clients of deleted sources and of closed accounts left behind. */
const folderWorker = (config: ImporterConfig, { stores, log }: ImportFtpParts, ftp: KeptFtpProcess): Worker =>
  new Worker({
    name: 'ftp-folders',
    run: async () => {
      const names = (await readdir(config.FTP_DIRECTORY)).filter((name) => ID_PATTERN.test(name));
      for (const id of await stores.importSources.missing(names)) ftp.removeFolder(id);
      return false;
    },
    sweepEveryMs: FOLDERS_SWEEP_EVERY_MS,
    log,
  });

async function answerQuestion(
  question: Question,
  config: ImporterConfig,
  { stores, clock }: ImportFtpParts,
): Promise<Answers[keyof Answers]> {
  const { held, importSources, results } = stores;
  if (question.ask === 'arrived') {
    const { accountId, sourceId, bytes } = question;
    const takenMs = config.FTP_STABLE_MS + TAKEN_WITHIN_MS + bytes / TAKEN_BYTES_PER_MS;
    await stores.queue.expect({ queueId: queueIdOf(accountId, sourceId), accountId }, clock(), takenMs);
    return true;
  }
  if (question.ask === 'results') return results.list(question.sourceId);
  if (question.ask === 'result') return results.text(question);
  const source = await importSources.findByUser(question.user);
  const isRight = source !== null && isPassword(source, question.password);
  const isHeld = isRight && (await held.has(source.accountId));
  if (question.ask === 'isValid') return isRight && !isHeld;
  if (!isRight) return { refused: 'unknown' };
  if (isHeld) return { refused: 'held' };
  const { id: sourceId, accountId, folder } = source;
  return { sourceId, accountId, folder, plainLogins: plainLoginsOf(source, config) };
}

function plainLoginsOf(source: ImportSourceRecord, { FTP_REQUIRE_TLS }: ImporterConfig): PlainLogins {
  if (FTP_REQUIRE_TLS) return 'refused-by-server';
  return takesPlainLogins(source) ? 'allowed' : 'refused-by-source';
}
