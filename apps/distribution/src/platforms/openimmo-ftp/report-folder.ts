import { ANY_PORTAL } from '@estate/contracts';
import type { TargetCheck } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { FTPError, parseList } from 'basic-ftp';
import type { Client, FileInfo } from 'basic-ftp';
import type { ReportFile, ReportFolderReading, ReportFolderTrouble, ReportTaking } from '../platform.ts';
import type { Sender } from './account.ts';
import type { Connection } from './delivery/connection.ts';
import { isGrowing } from '../../domain/taken-file.ts';
import { within } from './delivery/deadline.ts';
import { OverLimit } from './delivery/failures.ts';
import { receive } from './delivery/receive.ts';
import { packageIn } from './package-name.ts';

/** The maximum number of files that are read in one session; the rest is read in the next one. */
const FILES_MAX = 20;
const FILE_BYTES_MAX = 4_000_000;
const READING_MS = 60_000;
const LISTING_BYTES_MAX = 1_000_000;
const LINE_MAX = 1000;
const NAME_MAX = 255;
const TRANSFER_COMMANDS = 4;

/** Passes on the new files of the report folder, and removes what an earlier read has passed on if that is configured. */
export async function readReportFolder(
  { profile }: Pick<Sender, 'profile'>,
  connection: Connection,
  { taking, signal }: { taking: ReportTaking; signal: AbortSignal },
): Promise<ReportFolderReading> {
  const path = profile.reportFolder?.path ?? '';
  try {
    const files = (await list(connection, path, signal)).filter(
      ({ name }) => !isPackage(profile.fileName, name),
    );
    return await takeAll(files, {
      connection,
      taking,
      signal,
      path,
      remove: profile.reportFolder?.remove === true,
    });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const said = connection.redact(error.message);
    const message = connection.redact(`The report folder ${path} cannot be read: ${error.message}`);
    return { hasMore: false, problem: { message, reason: { code: 'folder_unreadable', path, said } } };
  }
}

/** Lists the report folder, if there is one. Publishing does not need it, so a failure is a warning. */
export async function tryReportFolder(
  { profile }: Pick<Sender, 'profile'>,
  connection: Connection,
  signal: AbortSignal,
): Promise<TargetCheck['steps']> {
  const path = profile.reportFolder?.path;
  if (path === undefined) return [];
  const step = { name: 'reportFolder' as const, ok: true };
  try {
    const files = await list(connection, path, signal);
    const count = files.filter(({ name }) => !isPackage(profile.fileName, name)).length;
    return [{ ...step, message: `The report folder ${path} can be listed. Result files: ${count}.` }];
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const failed = `The report folder ${path} cannot be listed: ${error.message}`;
    const advice = profile.type === ANY_PORTAL ? ADVICE : ADVICE_OF_PROFILE;
    return [{ ...step, message: connection.redact(`${failed} ${advice}`), warning: true }];
  }
}

const EFFECT = 'Packages are uploaded without it, but no results are read.';
const ADVICE = `${EFFECT} Correct settings.reportFolder.path, or ask the portal to create the folder.`;
const ADVICE_OF_PROFILE = `${EFFECT} Some portals create it with the first import. Otherwise, ask the portal for it.`;

/** True for a package. Portals name results after the package, with another file extension. */
const isPackage = (pattern: string, name: string): boolean =>
  name.toLowerCase().endsWith('.zip') && packageIn(pattern, name) !== undefined;

interface Reading {
  connection: Connection;
  taking: ReportTaking;
  signal: AbortSignal;
  path: string;
  remove: boolean;
}

async function takeAll(files: readonly ReportFile[], reading: Reading): Promise<ReportFolderReading> {
  const { connection, taking, signal, remove } = reading;
  const endMs = performance.now() + READING_MS;
  const known = await taking.known(files);
  // Not in the read that takes a file: the portal may still be writing it.
  const removable = remove ? files.filter(({ name }) => known.get(name) === true) : [];
  for (const { name } of removable.slice(0, FILES_MAX))
    if (await removeFile(connection, name, signal)) await taking.removed(name);
  const fresh = files.filter(({ name }) => !known.has(name));
  const problems: ReportFolderTrouble[] = [];
  let takenCount = 0;
  for (const file of fresh) {
    const isEnough = takenCount === FILES_MAX || performance.now() > endMs;
    if (isEnough) return { hasMore: takenCount > 0, ...first(problems) };
    const problem = await takeOne(file, reading);
    if (problem === undefined) takenCount += 1;
    else problems.push(problem);
  }
  return { hasMore: false, ...first(problems) };
}

const first = ([problem]: readonly ReportFolderTrouble[]) => problem && { problem };

/** Returns why the file was not taken: a refused one must not block the others. */
async function takeOne(file: ReportFile, reading: Reading): Promise<ReportFolderTrouble | undefined> {
  const { connection, taking, path } = reading;
  const isTooLarge = file.sizeBytes > FILE_BYTES_MAX;
  const from = isTooLarge && isGrowing(file.name) ? await taking.readFrom(file, FILE_BYTES_MAX) : 0;
  try {
    if (from > 0) await takeEnd(file, from, reading);
    else await taking.take(file, isTooLarge ? undefined : await retrieve(reading, file));
    return undefined;
  } catch (error) {
    const cause = error instanceof Unreadable ? error.cause : error;
    if (cause instanceof OverLimit) await taking.take(file, undefined, from);
    const isOfFile =
      cause instanceof InvalidInput || (cause instanceof FTPError && !connection.client.closed);
    if (!isOfFile) throw error;
    const said = connection.redact(cause.message);
    const message = `The file ${file.name} of the report folder ${path} cannot be read: ${cause.message}`;
    const reason = { ...{ code: 'file_unreadable' as const, path }, file: file.name, said };
    return { message: connection.redact(message), reason };
  }
}

/** Takes the end of a log or table that is too large to be read whole: it grows there. */
async function takeEnd(file: ReportFile, from: number, reading: Reading): Promise<void> {
  const { connection, taking } = reading;
  const bytes = await retrieve(reading, file, from).catch((error: unknown) => {
    const isRefused = error instanceof Unreadable && error.cause instanceof FTPError;
    // A server may not be able to send a part of a file.
    if (isRefused && !connection.client.closed) return undefined;
    throw error;
  });
  await taking.take(file, bytes, bytes && from);
}

class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** Runs a step of the conversation. @throws Unreadable */
async function asking<Result>(
  { client, timeouts }: Connection,
  { signal, times = 1 }: { signal: AbortSignal; times?: number },
  action: (client: Client) => Promise<Result>,
): Promise<Result> {
  const ms = times * timeouts.commandMs;
  try {
    return await within(client, { ms, signal }, () => action(client));
  } catch (error) {
    throw new Unreadable(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** The regular files of the folder, the oldest first. */
async function list(connection: Connection, path: string, signal: AbortSignal): Promise<ReportFile[]> {
  await asking(connection, { signal }, (client) => client.cd(path));
  const command = connection.features.has('MLST') ? 'MLSD' : 'LIST';
  const listed = await asking(connection, { signal, times: TRANSFER_COMMANDS }, async (client) => {
    const lines = (await receive(client, command, { maxBytes: LISTING_BYTES_MAX }))
      .toString('utf8')
      .split('\n');
    return parseList(lines.filter((line) => line.length < LINE_MAX).join('\n'));
  });
  return listed.filter(isReadable).map(fileOf).toSorted(byTime);
}

const isReadable = ({ isFile, name, size }: FileInfo): boolean =>
  isFile && Number.isSafeInteger(size) && size >= 0 && name.length <= NAME_MAX && !/[/\\\p{Cc}]/u.test(name);

const fileOf = ({ name, size, rawModifiedAt, modifiedAt }: FileInfo): ReportFile => ({
  ...{ name, sizeBytes: size, state: `${size} ${rawModifiedAt}` },
  ...(modifiedAt ? isPossible(modifiedAt) && { writtenAt: modifiedAt } : { isCoarse: true }),
});

const isPossible = (at: Date): boolean => at.getUTCFullYear() >= 1970 && at.getUTCFullYear() <= 9999;

const byTime = (one: ReportFile, other: ReportFile): number =>
  (one.writtenAt?.getTime() ?? 0) - (other.writtenAt?.getTime() ?? 0) || (one.name < other.name ? -1 : 1);

const retrieve = (
  { connection, signal }: Pick<Reading, 'connection' | 'signal'>,
  { name }: ReportFile,
  from = 0,
): Promise<Buffer> =>
  asking(connection, { signal, times: TRANSFER_COMMANDS }, (client) =>
    receive(client, `RETR ${name}`, { maxBytes: FILE_BYTES_MAX, from }),
  );

/** False for a file that cannot be removed: it stays, and is known the next time. */
async function removeFile(connection: Connection, name: string, signal: AbortSignal): Promise<boolean> {
  const reply = await asking(connection, { signal }, (client) => client.sendIgnoringError(`DELE ${name}`));
  return reply.code < 400;
}
