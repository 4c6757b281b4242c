import { receiveReportFile } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import { newRequestId } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { readingOf, readingStart, resultOf } from './report-file.ts';
import type { HandedOver } from './report-file.ts';
import { nextReading } from '../domain/reporting.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { Lane, LaneDeps } from '../lanes/lane-deps.ts';
import { openSession } from '../lanes/open-session.ts';
import type {
  PublicationFailure,
  ReportFile,
  ReportFolderReading,
  ReportFolderTrouble,
  ReportTaking,
} from '../platforms/platform.ts';
import type { Stores } from '../stores/open-stores.ts';

export interface FoldersDeps
  extends LaneDeps, Pick<Deps, 'requestAddress' | 'wakeLane'>, Pick<Stores, 'reportFiles'> {}

/** Reads the report folder of a target once. What was handed over is remembered after that, so a crash hands it over again. */
export async function readFolder(lane: Lane, deps: FoldersDeps): Promise<void> {
  const { clock, log, options, targets } = deps;
  const { target, signal } = lane;
  const at = clock();
  // Another replica may have read it since it was looked up.
  if (!target.reportFolder || target.reportFolder.dueAt > at) return;
  const reading = await read(lane, deps);
  if (signal.aborted) return;
  if (!reading) return targets.reports.withoutFolder(target.id);
  const { hasMore, problem } = reading;
  if (problem) log.info({ targetId: target.id, message: problem.message }, 'report-folder.not-read');
  const dueAt = nextReading(at, { ...target.reporting, delayMs: options.folderDelayMs, hasMore });
  await targets.reports.folderRead(target.id, { dueAt, readAt: at, problem });
}

/** Undefined: there is no folder any more. */
async function read(lane: Lane, deps: FoldersDeps): Promise<ReportFolderReading | undefined> {
  const opening = await openSession(lane, deps);
  if (opening instanceof Unavailable) throw opening;
  if (!opening.ok) return { hasMore: false, problem: notConnected(opening.failure) };
  const { session } = opening;
  try {
    return await session.readReports?.(takingOf(lane.target, deps), lane.signal);
  } finally {
    await session.close().catch((error: unknown) => {
      deps.log.debug({ err: error }, 'platform.session.close.failed');
    });
  }
}

const notConnected = ({ code, message }: PublicationFailure): ReportFolderTrouble => ({
  message,
  reason: { code: 'not_connected', failureCode: code },
});

function takingOf(target: TargetRecord, deps: FoldersDeps): ReportTaking {
  const of = { accountId: target.accountId, targetId: target.id };
  const listed = (files: readonly ReportFile[]) =>
    deps.reportFiles.listed(
      of,
      files.map(({ name }) => name),
      deps.clock(),
    );
  return {
    async known(files) {
      const byName = new Map((await listed(files)).map((taken) => [taken.name, taken]));
      const at = deps.clock();
      return new Map(
        files.flatMap((file): [string, boolean][] => {
          const taken = byName.get(file.name);
          const reading = taken ? readingOf(file, taken, at) : 'again';
          // What is still read again must not be removed before.
          return reading === 'again' ? [] : [[file.name, reading === 'no' && taken?.isCut !== true]];
        }),
      );
    },
    async readFrom(file, mostBytes) {
      const [before] = await listed([file]);
      return readingStart(file.sizeBytes, mostBytes, before);
    },
    async take(file, bytes, from = 0) {
      const [before] = await listed([file]);
      const { handing, taken } = resultOf(file, { bytes, from, before, at: deps.clock() });
      if (handing) await handOver(file, handing, { target, deps });
      await deps.reportFiles.put(of, taken, deps.clock());
    },
    removed: (name) => deps.reportFiles.forget(of, name),
  };
}

/**
 * A file without a reliable time was written after the folder was read last, or whenever if it never was; the earliest time is the
 * careful one.
 */
async function handOver(
  { name, writtenAt }: ReportFile,
  { bytes, beginning, ...size }: HandedOver,
  { target, deps }: { target: TargetRecord; deps: FoldersDeps },
): Promise<void> {
  const { accountId, createdAt, credentials, reportEmailId = '', reportFolder } = target;
  const written = writtenAt ?? reportFolder?.readAt ?? createdAt;
  const file = {
    address: deps.requestAddress(reportEmailId),
    ...{ name, host: credentials?.host ?? '' },
    writtenAt: written.toISOString(),
    base64: bytes.toString('base64'),
    ...(beginning && { beginningBase64: beginning.toString('base64') }),
    ...size,
  };
  await deps.bus.ask(receiveReportFile, file, { accountId, requestId: newRequestId() });
}
