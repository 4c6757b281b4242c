import { receiveReportFile } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Bus } from '@estate/messaging';
import { newRequestId } from '@estate/observability';
import type { Deps } from '../deps.ts';
import { handedOver, newPart, takenFile } from './report-file.ts';
import { nextReading } from '../domain/reporting.ts';
import type { TargetRecord } from '../domain/target.ts';
import type { Lane, LaneOptions, OpenDeps } from '../lanes/lane-deps.ts';
import { openSession } from '../lanes/open-session.ts';
import type {
  PublicationFailure,
  ReportFile,
  ReportFolderReading,
  ReportFolderTrouble,
  ReportTaking,
} from '../platforms/platform.ts';
import type { Manifest } from '../manifest.ts';
import type { ReportFileStore } from '../stores/report-file-store.ts';
import type { TargetReports } from '../stores/targets/target-reports.ts';

export type ReadFolderDeps = OpenDeps &
  Pick<Deps, 'clock' | 'requestAddress'> & {
    bus: Pick<Bus<Manifest>, 'ask'>;
    reportFiles: Pick<ReportFileStore, 'listed' | 'put' | 'forget'>;
    options: Pick<LaneOptions, 'folderDelayMs'>;
    targets: { reports: Pick<TargetReports, 'folderRead' | 'withoutFolder'> };
  };

/** Reads the report folder of a target once. What was handed over is remembered after that, so a crash hands it over again. */
export async function readFolder(lane: Lane, deps: ReadFolderDeps): Promise<void> {
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
async function read(lane: Lane, deps: ReadFolderDeps): Promise<ReportFolderReading | undefined> {
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

function takingOf(target: TargetRecord, deps: ReadFolderDeps): ReportTaking {
  const of = { accountId: target.accountId, targetId: target.id };
  const listed = (files: readonly ReportFile[]) =>
    deps.reportFiles.listed(
      of,
      files.map(({ name }) => name),
      deps.clock(),
    );
  return {
    async known(files) {
      const states = new Map(files.map(({ name, state }) => [name, state]));
      const unchanged = (await listed(files)).filter(({ name, state }) => states.get(name) === state);
      return new Map(unchanged.map(({ name, isCut = false }) => [name, !isCut]));
    },
    async take(file, bytes) {
      const { name, sizeBytes, writtenAt } = file;
      const [before] = await listed([file]);
      const part = bytes && newPart(bytes, { name, before, writtenAt });
      const handing =
        bytes && !part ? undefined : { ...handedOver(sizeBytes, part?.bytes), beginning: part?.beginning };
      if (handing) await handOver(file, handing, { target, deps });
      // Of a file that only grew, what was cut before is still missing.
      const wasCut = before?.isCut === true && part?.bytes !== bytes;
      const taken = takenFile(file, bytes, wasCut || handing?.isTruncated === true);
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
  { bytes, beginning, ...size }: ReturnType<typeof handedOver> & { beginning: Buffer | undefined },
  { target, deps }: { target: TargetRecord; deps: ReadFolderDeps },
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
