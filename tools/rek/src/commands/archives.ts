import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Archives } from '@estate/byte-stores/archives';
import { Unavailable } from '@estate/errors';
import { BytesMissing } from '@estate/persistence';
import { CommandError, UsageError } from '../errors.ts';
import { table } from '../report.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import type { Context } from './context.ts';

/** The names of archives from the backup job; incomplete ones have another ending. */
const ARCHIVE = /^[\w-]+\.gz$/;

/** Lists the archives in the bucket. */
export const listArchives = ({ settings }: Context): Promise<Report> =>
  withArchives(settings, async (archives) => {
    const names = await archives.list();
    const nothing = `There are no archives in ${archives.place}.`;
    return {
      json: names,
      text: table(
        ['archive'],
        names.map((name) => [name]),
        nothing,
      ),
    };
  });

/** Sends every archive of a directory that the bucket lacks. */
export const sendArchives = ({ settings, progress }: Context, directory: string): Promise<Report> =>
  withArchives(settings, async (archives) => {
    const names = (await readdir(directory)).filter((name) => ARCHIVE.test(name)).toSorted();
    const sent: string[] = [];
    for (const name of names) {
      progress(`${name} …`);
      if (await archives.send(join(directory, name))) sent.push(name);
    }
    const text = `${String(sent.length)} of ${String(names.length)} archives were sent to ${archives.place}; the others are there.`;
    return { json: { sent, there: names.filter((name) => !sent.includes(name)) }, text };
  });

/** Fetches one archive, by default the newest, and checks it. */
export const fetchArchive = (
  { settings }: Context,
  archive = '',
  { directory }: { directory: string },
): Promise<Report> =>
  withArchives(settings, async (archives) => {
    const name = archive === '' ? (await archives.list()).at(-1) : archive;
    if (name === undefined) throw new CommandError(`There are no archives in ${archives.place}.`);
    if (!ARCHIVE.test(name)) throw new UsageError(`${name} is not the name of an archive: rek archives list`);
    const file = join(directory, name);
    await archives.fetch(name, file);
    return { json: { archive: name, file }, text: `${file} is complete.` };
  });

async function withArchives(
  { backupStore }: Settings,
  work: (archives: Archives) => Promise<Report>,
): Promise<Report> {
  if (!backupStore)
    throw new UsageError(
      'Set BACKUP_STORE to the bucket of the archives: s3://bucket/prefix?endpoint=…&region=…',
    );
  const archives = new Archives(backupStore);
  try {
    return await work(archives);
  } catch (error) {
    if (error instanceof Unavailable || error instanceof BytesMissing)
      throw new CommandError(error.message, { cause: error });
    throw error;
  } finally {
    await archives.close();
  }
}
