import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@estate/persistence';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Spool } from './spool.ts';

let directory: string;
let changes: number[];
const openSpool = () =>
  Spool.open({ directory, mostBytes: 100, newId, onChange: (bytes) => changes.push(bytes) });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'estate-spool-'));
  changes = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('the space of the spool', () => {
  it('the space of the spool is given out until there is none, at most half of it to one sender', async () => {
    const spool = await openSpool();
    const [a, again, b, c] = ['a', 'a', 'b', 'c'].map((sender) => spool.reservation(sender));
    expect([a?.resize(40), again?.resize(20), again?.resize(10)]).toEqual([true, false, true]);
    expect([b?.resize(50), c?.resize(1)]).toEqual([true, false]);
    a?.resize(0);
    expect([c?.resize(40), again?.resize(41)]).toEqual([true, false]);
    for (const reservation of [again, b, c]) reservation?.resize(0);
    expect(changes.at(-1)).toBe(0);
    expect(spool.hasSpace('a', 50)).toBe(true);
  });

  it('the space of the spool stays as it was for a reservation that cannot grow', async () => {
    const spool = await openSpool();
    const reservation = spool.reservation('a');
    reservation.resize(30);
    expect(reservation.resize(60)).toBe(false);
    expect(reservation.bytes).toBe(30);
  });
});

describe('a file of the spool', () => {
  it('a file of the spool has no name, so that nothing is left of it however its process ends', async () => {
    const spool = await openSpool();
    const file = await spool.file();
    await file.writeFile('something');
    expect(await readdir(directory)).toEqual([]);
    await file.close();
  });

  it('a file of the spool that a crash has left is removed at the next start, and no other file is', async () => {
    await writeFile(join(directory, `mail-${newId()}`), 'left');
    await writeFile(join(directory, 'something-else'), 'kept');
    await openSpool();
    expect(await readdir(directory)).toEqual(['something-else']);
    expect(await readFile(join(directory, 'something-else'), 'utf8')).toBe('kept');
  });

  it('a file of the spool can be made while another process starts and removes it', async () => {
    const spool = await openSpool();
    const made = await Promise.all(
      Array.from({ length: 50 }, async () => {
        await openSpool();
        return spool.file();
      }),
    );
    for (const file of made) await file.close();
  });
});

describe('a spool whose directory is a file', () => {
  it('a spool whose directory is a file is an error at the start', async () => {
    const path = join(directory, 'file');
    await writeFile(path, '');
    await expect(
      Spool.open({ directory: path, mostBytes: 1, newId, onChange: () => undefined }),
    ).rejects.toThrow(path);
  });
});
