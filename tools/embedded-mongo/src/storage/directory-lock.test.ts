import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDirectory } from './directory-lock.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'embedded-mongo-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('the lock of a data directory', () => {
  it('a lock that is released twice closes no other file', () => {
    const lock = lockDirectory(directory);
    lock.release();
    // The kernel gives the lowest free number, which is the one of the lock.
    const files = Array.from({ length: 20 }, (_, index) => openSync(join(directory, String(index)), 'w'));
    lock.release();
    expect(files.map((file) => writeSync(file, 'still open'))).toEqual(files.map(() => 10));
    for (const file of files) closeSync(file);
  });
});
