import { statSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../start-error.ts';
import { Damage, type Meta, PageFile, wholeNumber } from './page-file.ts';
import { TreeCheck } from './tree-check.ts';

const byTransaction = (left: Buffer, right: Buffer): number =>
  wholeNumber(left, 0, 'a transaction') - wholeNumber(right, 0, 'a transaction');

/** Calls `claim` for every run of free pages of a list: its length, then page numbers, a negative one being the length of a run. */
function freeRuns(list: Buffer, claim: (page: number, count: number) => void): void {
  const numbers = list.length < 8 ? -1 : wholeNumber(list, 0, 'the length of a list of free pages');
  if (numbers < 0 || (numbers + 1) * 8 > list.length) throw new Damage('a list of free pages has no end');
  for (let at = 1; at <= numbers; at++) {
    const number = Number(list.readBigInt64LE(at * 8));
    if (number > 0) claim(number, 1);
    else if (number < 0) {
      at++;
      if (at > numbers) throw new Damage('a list of free pages ends within a run');
      claim(wholeNumber(list, at * 8, 'a free page'), -number);
    }
  }
}

function checkPages(file: PageFile, meta: Meta): void {
  if (meta.main.flags !== 0) throw new Damage(`the header has the flags ${meta.main.flags}`);
  const check = new TreeCheck(file, meta);
  const lists: Buffer[] = [];
  check.walk(meta.main, Buffer.compare);
  check.walk(meta.free, byTransaction, (list) => void lists.push(list));
  for (const list of lists) freeRuns(list, (page, count) => check.claim(page, count));
}

/** The error for a file that cannot be read, with the remedy. */
export const damaged = (path: string, what: string): StartError =>
  new StartError(
    `The data file ${path} is damaged: ${what}. Stop here and restore the directory from a backup, or delete it to start with an empty database.`,
  );

/**
 * Checks a data file before LMDB opens it: LMDB trusts what it reads, and damage in it ends the process or destroys the rest. Reads every
 * page but those inside long values. A missing file is valid.
 */
export function checkDataFile(directory: string, usedBefore: boolean): void {
  const path = join(directory, 'data.mdb');
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.size === 0 && !usedBefore)) return;
  if (!found.isFile()) throw damaged(path, 'it is not a regular file');
  const file = new PageFile(path);
  try {
    checkPages(file, file.meta());
  } catch (error) {
    if (error instanceof Damage) throw damaged(path, error.message);
    throw error;
  } finally {
    file.close();
  }
}
