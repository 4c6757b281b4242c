import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSwift, startSwift } from '@estate/testing';
import type { Swift } from '@estate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runRek } from '../run-rek.ts';

let swift: Swift;
let directory: string;

/** Runs a command as the job does, which has nothing but the bucket. */
async function rek(...args: string[]) {
  const said = { out: '', err: '' };
  const code = await runRek(['archives', ...args], {
    environment: {
      REK_URL: 'http://127.0.0.1:9',
      BACKUP_STORE: `s3://estate/backups?endpoint=${swift.endpoint}&pathStyle=true`,
      BACKUP_STORE_ACCESS_KEY_ID: swift.accessKeyId,
      BACKUP_STORE_SECRET_ACCESS_KEY: swift.secretAccessKey,
    },
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
  });
  return { code, ...said };
}

describe.skipIf(!hasSwift())('archives in a bucket', () => {
  beforeAll(async () => {
    swift = await startSwift();
    await swift.put('estate');
    directory = await mkdtemp(join(tmpdir(), 'rek-archives-'));
    for (const name of ['made', 'fetched']) await mkdir(join(directory, name));
  });
  afterAll(async () => {
    await swift.stop();
    await rm(directory, { recursive: true });
  });

  const made = (name: string) => join(directory, 'made', name);
  const fetched = (name: string) => join(directory, 'fetched', name);

  it('archives in a bucket are sent once, in parts if they are large, and fetched as they were', async () => {
    // More than one part, and not whole parts.
    const [older, newer] = [randomBytes(1000), randomBytes(33 * 1024 * 1024 + 7)];
    await writeFile(made('20261126T021500Z.gz'), older);
    await writeFile(made('20261127T021500Z.gz'), newer);
    await writeFile(made('20261127T031500Z.gz.part'), older);
    expect(await rek('send', made(''))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^2 of 2 /) as string,
    });
    expect(await rek('send', made(''))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^0 of 2 /) as string,
    });
    expect((await rek('list')).out).toMatch(/20261126T021500Z\.gz[^]*20261127T021500Z\.gz/);
    expect(await rek('fetch', '--directory', fetched(''))).toMatchObject({ code: 0 });
    expect((await readFile(fetched('20261127T021500Z.gz'))).equals(newer)).toBe(true);
    expect(await rek('fetch', '20261126T021500Z.gz', '--directory', fetched(''))).toMatchObject({ code: 0 });
    expect((await readFile(fetched('20261126T021500Z.gz'))).equals(older)).toBe(true);
  });

  it('archives in a bucket that changed there are not fetched, and nothing of them stays', async () => {
    await writeFile(made('20261128T021500Z.gz'), 'as it was');
    await rek('send', made(''));
    const id = createHash('sha256').update('as it was').digest('hex').slice(0, 24);
    await swift.put(`estate/backups/20261128T021500Z.${id}`, 'as it is!');
    const { code, err } = await rek('fetch', '20261128T021500Z.gz', '--directory', fetched(''));
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('is not as it was sent') as string,
    });
    expect((await readdir(fetched(''))).filter((name) => name.startsWith('20261128'))).toEqual([]);
  });

  it('archives in a bucket that are not there, or names that are none, are explained', async () => {
    expect(await rek('fetch', '20200101T000000Z.gz')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has no archive 20200101T000000Z.gz') as string,
    });
    expect(await rek('fetch', '../secrets')).toMatchObject({ code: 2 });
  });
});
