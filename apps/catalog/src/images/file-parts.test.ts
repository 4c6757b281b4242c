import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesAt, lookInto } from './file-parts.ts';

const BYTES = randomBytes(1_000_000);
let directory: string;
let path: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'file-parts-'));
  path = join(directory, 'file');
  await writeFile(path, BYTES);
});
afterAll(() => rm(directory, { recursive: true }));

describe('the bytes that a look into a file returns', () => {
  it('the bytes that a look into a file returns stay what they are while the file is looked into elsewhere', async () => {
    const places = Array.from({ length: 50 }, (_, index) => index * 19_997);
    const kept = await lookInto(path, async (file) => {
      const all: Buffer[] = [];
      for (const place of places) all.push(await bytesAt(file, place, 1000));
      return all;
    });
    expect(kept.map((bytes) => bytes.toString('hex'))).toEqual(
      places.map((place) => BYTES.toString('hex', place, place + 1000)),
    );
  });

  it('the bytes that a look into a file returns are right when several looks run at the same time', async () => {
    const places = [0, 500_000, 70_000, 999_000];
    const kept = await lookInto(path, (file) =>
      Promise.all(places.map((place) => bytesAt(file, place, 1000))),
    );
    expect(kept.map((bytes) => bytes.toString('hex'))).toEqual(
      places.map((place) => BYTES.toString('hex', place, place + 1000)),
    );
  });
});
