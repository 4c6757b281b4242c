import { withoutOptions } from '../command.ts';
import type { Given } from '../command-table.ts';
import { FtpRefusal } from '../ftp-refusal.ts';
import { nameOf, parentOf } from '../paths.ts';
import type { Session } from '../session.ts';
import type { FolderEntry } from '../source-folder.ts';
import { sendText } from '../transfers.ts';
import { after, withArgument } from './definition.ts';

const quoted = (path: string): string => `"${path.replaceAll('"', '""')}"`;

/** The entries of a directory: the files of the source, and the results of the packages that were stored in it. */
async function entriesIn(session: Session, path: string): Promise<FolderEntry[]> {
  const { folder, parts } = session;
  const results = await parts.backend.results(folder.sourceId);
  return [
    ...folder.list(path),
    ...results
      .filter((result) => result.folder === path)
      .map(({ name, size, modifiedMs }) => {
        return { path: `${path === '/' ? '' : path}/${name}`, kind: 'file' as const, size, modifiedMs };
      }),
  ];
}

/** A file or a folder. @throws FtpRefusal */
export async function entryAt(session: Session, name: string): Promise<FolderEntry> {
  const path = session.path(name);
  const entry = session.folder.find(path);
  if (entry) return entry;
  const result = (await entriesIn(session, parentOf(path))).find((each) => each.path === path);
  if (!result) throw new FtpRefusal(550, 'There is no such file.');
  return result;
}

function change(session: Session, name: string): void {
  const path = session.path(name);
  if (session.folder.find(path)?.kind !== 'folder') throw new FtpRefusal(550, 'There is no such directory.');
  session.directory = path;
  session.control.reply(250, `The directory is ${quoted(path)}.`);
}

async function make(session: Session, { argument }: Given): Promise<void> {
  const path = session.path(argument);
  await session.folder.makeFolder(path);
  session.control.reply(257, `${quoted(path)} was created.`);
}

async function removeFolder(session: Session, { argument }: Given): Promise<void> {
  await session.folder.removeFolder(session.path(argument));
  session.control.reply(250, 'The directory was removed.');
}

type Show = (entry: FolderEntry) => string;

const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:T]/gu, '').slice(0, 14);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const HALF_A_YEAR_MS = 180 * 86_400_000;

/** As `ls -l` shows it, with the year of what is older than half a year. */
export function longLine({ path, kind, size, modifiedMs }: FolderEntry, nowMs: number): string {
  const date = new Date(modifiedMs);
  const day = `${MONTHS[date.getUTCMonth()]} ${String(date.getUTCDate()).padStart(2)}`;
  const isOld = Math.abs(nowMs - modifiedMs) > HALF_A_YEAR_MS;
  const time = isOld ? ` ${date.getUTCFullYear()}` : date.toISOString().slice(11, 16);
  const mode = kind === 'folder' ? 'drwxr-xr-x' : '-rw-r--r--';
  return `${mode} 1 ftp ftp ${String(size).padStart(12)} ${day} ${time} ${nameOf(path)}`;
}

const facts = ({ path, kind, size, modifiedMs }: FolderEntry, shown = nameOf(path)): string => {
  const ofKind = kind === 'folder' ? 'type=dir;' : `type=file;size=${size};modify=${stamp(modifiedMs)};`;
  return `${ofKind} ${shown}`;
};

const lists =
  (showAt: (nowMs: number) => Show) =>
  async (session: Session, { argument }: Given): Promise<void> => {
    const name = withoutOptions(argument);
    const entry = name === '' ? undefined : await entryAt(session, name);
    const entries =
      entry?.kind === 'file' ? [entry] : await entriesIn(session, entry?.path ?? session.directory);
    const show = showAt(session.parts.spool.options.now());
    await sendText(session, entries.map((each) => `${show(each)}\r\n`).join(''));
  };

async function describeOne(session: Session, { argument }: Given): Promise<void> {
  const entry = await entryAt(session, argument === '' ? session.directory : argument);
  session.control.reply(250, 'Listing', facts(entry, entry.path), 'End');
}

export const DIRECTORY_COMMANDS = {
  PWD: after(({ control, directory }) => control.reply(257, `${quoted(directory)} is the directory.`)),
  XPWD: after(({ control, directory }) => control.reply(257, `${quoted(directory)} is the directory.`)),
  CWD: withArgument((session, { argument }) => change(session, argument)),
  XCWD: withArgument((session, { argument }) => change(session, argument)),
  CDUP: after((session) => change(session, '..')),
  XCUP: after((session) => change(session, '..')),
  MKD: withArgument(make),
  XMKD: withArgument(make),
  RMD: withArgument(removeFolder),
  XRMD: withArgument(removeFolder),
  LIST: after(lists((nowMs) => (entry) => longLine(entry, nowMs))),
  NLST: after(
    lists(
      () =>
        ({ path }) =>
          nameOf(path),
    ),
  ),
  MLSD: after(lists(() => (entry) => facts(entry))),
  MLST: after(describeOne),
  SIZE: withArgument(async (session, { argument }) => {
    const { kind, size } = await entryAt(session, argument);
    if (kind === 'folder') throw new FtpRefusal(550, 'This is a directory.');
    session.control.reply(213, String(size));
  }),
  MDTM: withArgument(async (session, { argument }) => {
    const { modifiedMs } = await entryAt(session, argument);
    session.control.reply(213, stamp(modifiedMs));
  }),
};
