import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { StartError } from '../start-error.ts';

/** A locked data directory, which no other server can open; `usedBefore` is true if a server has had its data open before. */
type DirectoryLock = {
  usedBefore: boolean;
  /** To be called once the data are open. */
  opened(): void;
  release(): void;
};

type Holder = { pid: number; host: string; since: string; usedBefore: boolean };

/** The position of the lock, far behind the text: with mandatory locks, the text of a locked file can still be read. */
const lockedAt = 1 << 30;

function holderOf(path: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(path, 'utf8')) as Holder;
    return `: process ${pid} on ${host}, since ${since}`;
  } catch {
    return '';
  }
}

function lock(fd: number, directory: string): boolean {
  try {
    return tryLock(fd, lockedAt, 1);
  } catch (error) {
    throw new StartError(
      `The data directory ${directory} cannot be locked: its file system refuses file locks (${String(error)}). Use a local directory.`,
    );
  }
}

const cannotBeWritten = (directory: string, error: unknown): StartError =>
  new StartError(`The data directory ${directory} cannot be written: ${String(error)}.`);

function openIn(directory: string, path: string): number {
  try {
    mkdirSync(directory, { recursive: true });
    return openSync(path, 'a+');
  } catch (error) {
    throw cannotBeWritten(directory, error);
  }
}

/** True if a server has had the data open; also for an unreadable text, which may come from one. */
function wasUsed(text: string): boolean {
  try {
    return text !== '' && (JSON.parse(text) as Partial<Holder>).usedBefore !== false;
  } catch {
    return true;
  }
}

function writeHolder(fd: number, directory: string, usedBefore: boolean): void {
  const since = new Date().toISOString();
  const holder: Holder = { pid: process.pid, host: hostname(), since, usedBefore };
  try {
    ftruncateSync(fd, 0);
    writeSync(fd, `${JSON.stringify(holder)}\n`);
  } catch (error) {
    throw cannotBeWritten(directory, error);
  }
}

/** Closes a file once: its number is assigned to the next opened file, which a second close would close. */
function closingOnce(fd: number): () => void {
  let isOpen = true;
  return () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
}

/**
 * Locks a data directory for this process. The kernel holds the lock as long as the file is open, whatever ends the process; the holder in
 * the file is for people only.
 */
export function lockDirectory(directory: string): DirectoryLock {
  const path = join(directory, 'embedded-mongo.lock');
  const fd = openIn(directory, path);
  try {
    if (!lock(fd, directory))
      throw new StartError(
        `The data directory ${directory} is in use by another embedded server${holderOf(path)}. Stop that server, or start this one with another directory.`,
      );
    const usedBefore = wasUsed(readFileSync(path, 'utf8'));
    writeHolder(fd, directory, usedBefore);
    const opened = () => writeHolder(fd, directory, true);
    return { usedBefore, opened, release: closingOnce(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}
