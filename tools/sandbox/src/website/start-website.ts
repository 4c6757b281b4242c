import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInput } from '@estate/errors';
import { CommandLog } from '../ftp-portal/command-log.ts';
import { FtpFaults } from '../ftp-portal/ftp-faults.ts';
import { startFtpServer } from '../ftp-portal/ftp-server.ts';
import { LOOPBACK } from '../web-server.ts';
import { WebsitePosts } from './website-posts.ts';
import type { Post } from './website-posts.ts';

/** The result of the plugin for one file. */
export interface ImportVerdict {
  file: string;
  bytes: number;
  /** The reason why the file was not imported. */
  refused?: string;
}

export interface Website {
  ftpPort: number;
  /** Imports the files in the FTP folder, the oldest first, like a plugin at certain times. */
  import(): Promise<ImportVerdict[]>;
  posts(): Post[];
  /** Adds an object of another program to the website. */
  addByHand(obid: string): void;
  /** The names in the FTP folder. */
  files(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts a website whose plugin imports OpenImmo packages from an FTP folder, independent of their sender. */
export async function startWebsite(directory: string, login: Record<string, string>): Promise<Website> {
  const folder = join(directory, 'ftp');
  await mkdir(folder, { recursive: true });
  const ftp = await startFtpServer({
    ...{ port: 0, host: LOOPBACK, faults: new FtpFaults(), log: new CommandLog() },
    passwordOf: (username) => login[username],
    rootOf: () => folder,
    arrived: () => Promise.resolve(),
  });
  const posts = new WebsitePosts(join(directory, 'media'));
  const importFile = async (file: string): Promise<ImportVerdict> => {
    const path = join(folder, file);
    const { size: bytes } = await stat(path);
    try {
      await posts.importPackage(path, join(directory, 'work'));
      return { file, bytes };
    } catch (error) {
      if (error instanceof InvalidInput) return { file, bytes, refused: error.message };
      throw error;
    } finally {
      await rm(path);
    }
  };
  return {
    ftpPort: ftp.port,
    posts: () => posts.all(),
    addByHand: (obid) => posts.addByHand(obid),
    files: () => readdir(folder),
    async import() {
      const verdicts: ImportVerdict[] = [];
      for (const file of await oldestFirst(folder)) verdicts.push(await importFile(file));
      return verdicts;
    },
    close: () => ftp.close(),
  };
}

async function oldestFirst(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.zip'));
  const dated = names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs }));
  return (await Promise.all(dated)).toSorted((a, b) => a.at - b.at).map(({ name }) => name);
}
