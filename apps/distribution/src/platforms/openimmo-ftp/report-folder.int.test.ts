import type { ReportFolder } from '@estate/contracts';
import { InvalidInput } from '@estate/errors';
import { eventually } from '@estate/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { ReportFile } from '../platform.ts';
import { openimmoFtp } from './index.ts';
import { account, AttachmentFiles, forget, profile, setPublication, tools } from './test-support/fixtures.ts';
import { startPortalProcess } from './test-support/portal-process.ts';
import { startScriptedPortal } from './test-support/scripted-portal.ts';
import type { ScriptedPortal } from './test-support/scripted-portal.ts';

const never = new AbortController().signal;
const files = new AttachmentFiles();
let portal: ScriptedPortal;

afterAll(() => files.remove());
beforeEach(async () => {
  portal = await startScriptedPortal();
  portal.script.features = ['MLST type*;size*;modify*;'];
});
afterEach(() => portal.close());

const put = (name: string, content: string | Buffer) => portal.files.set(name, Buffer.from(content));
const names = () => [...portal.files.keys()];
const packageName = () =>
  profile()
    .fileName.replace('{provider}', 'A-1')
    .replace('{listingId}', 'd1a2b3c4e5f6g7h8i9j0')
    .replace('{sequence}', '00000001')
    .replace('{time}', '20261101080000');

/** Reads the folder once; what was known and taken before is known. */
async function read(
  reportFolder: z.infer<typeof ReportFolder> | undefined,
  {
    known = new Map(),
    take,
    readFrom = ({ sizeBytes }) => sizeBytes - 3,
  }: {
    known?: Map<string, boolean>;
    take?: () => Promise<void>;
    readFrom?: (file: ReportFile) => number;
  } = {},
) {
  const taken: (ReportFile & { content: string | undefined; from?: number | undefined })[] = [];
  const removed: string[] = [];
  const platform = openimmoFtp({ ...profile(), reportFolder }, tools(files));
  const opening = await platform.open(account({ port: portal.port, secure: false }), never);
  if (!opening.ok) throw new Error(opening.failure.message);
  try {
    const taking = {
      known: async () => known,
      readFrom: async (file: ReportFile) => readFrom(file),
      take: async (file: ReportFile, bytes: Buffer | undefined, from?: number) => {
        await take?.();
        taken.push({ ...file, content: bytes?.toString(), from });
      },
      removed: (name: string) => Promise.resolve(void removed.push(name)),
    };
    return { taken, removed, reading: await opening.session.readReports?.(taking, never) };
  } finally {
    await opening.session.close();
  }
}

describe('the report folder of an FTP server', () => {
  it('a report folder is read with the times of its files, and nothing in it is removed', async () => {
    put('a.csv', 'Objektnummer;Status\n');
    put('b.log', '');
    const { taken, reading } = await read({ path: '/results' });
    expect(reading).toEqual({ hasMore: false });
    expect(taken).toMatchObject([
      { name: 'a.csv', content: 'Objektnummer;Status\n', writtenAt: new Date('2026-11-01T08:00:00.000Z') },
      { name: 'b.log', content: '' },
    ]);
    expect(names()).toEqual(['a.csv', 'b.log']);
    expect(portal.heard).toContain('clear CWD');
  });

  it('a session without a report folder reads none', async () => {
    put('a.csv', 'x');
    expect(await read(undefined)).toEqual({ taken: [], removed: [], reading: undefined });
  });

  it('a report folder from which files may be removed keeps no file that was taken as a whole before', async () => {
    put('known.csv', 'x');
    const known = new Map([['known.csv', true]]);
    const { taken, removed } = await read({ path: 'results', remove: true }, { known });
    expect({ taken, removed }).toEqual({ taken: [], removed: ['known.csv'] });
    expect(names()).toEqual([]);
  });

  it('a file that the server does not remove stays known', async () => {
    put('known.csv', 'x');
    portal.script.pranks = { DELE: { reply: '550 Not allowed for you.' } };
    const known = new Map([['known.csv', true]]);
    expect(await read({ path: 'results', remove: true }, { known })).toMatchObject({
      taken: [],
      removed: [],
    });
  });

  it('a file stays in the report folder until the reading after the one that took it: the portal may still write it', async () => {
    put('import.log', 'a');
    const { taken } = await read({ path: 'results', remove: true });
    expect(taken).toMatchObject([{ name: 'import.log', content: 'a' }]);
    expect(names()).toEqual(['import.log']);
  });

  it('a file that could not be taken stays in the report folder', async () => {
    put('new.csv', 'y');
    const take = () => Promise.reject(new Error('not now'));
    await expect(read({ path: 'results', remove: true }, { take })).rejects.toThrow('not now');
    expect(names()).toEqual(['new.csv']);
  });

  it('a file of which not all was kept stays in the report folder', async () => {
    put('cut.log', 'y');
    const remove = { path: 'results', remove: true };
    await read(remove, { known: new Map([['cut.log', false]]) });
    expect(names()).toEqual(['cut.log']);
  });

  it('packages in the report folder are neither read nor removed', async () => {
    put(packageName(), 'PK');
    expect(await read({ path: '.', remove: true })).toEqual({
      taken: [],
      removed: [],
      reading: { hasMore: false },
    });
    expect(names()).toEqual([packageName()]);
  });

  it.each(['.log', '.txt', '.xml', '.csv', '.err', ''])(
    'a result file that is named like its package, but ends with "%s", is read',
    async (ending) => {
      const name = packageName().replace(/\.zip$/, ending);
      put(name, 'x');
      expect((await read({ path: '.' })).taken).toMatchObject([{ name, content: 'x' }]);
    },
  );

  it('a report folder with many files is read in portions', async () => {
    for (let index = 10; index < 35; index += 1) put(`r-${String(index)}.log`, 'x');
    const first = await read({ path: 'results' });
    expect(first.taken).toHaveLength(20);
    expect(first.reading).toEqual({ hasMore: true });
    const known = new Map(first.taken.map(({ name }) => [name, true]));
    const second = await read({ path: 'results' }, { known });
    expect(second.taken).toHaveLength(5);
    expect(second.reading).toEqual({ hasMore: false });
  });

  it('a file that is too large is taken without its bytes, and stays', async () => {
    put('large.xml', Buffer.alloc(4_000_001, 'x'));
    const { taken } = await read({ path: 'results', remove: true });
    expect(taken).toMatchObject([{ name: 'large.xml', sizeBytes: 4_000_001, content: undefined }]);
    expect(names()).toEqual(['large.xml']);
  });

  it('of a log that is too large, the end is read, or nothing if the server sends no part of a file', async () => {
    put('large.log', `${'x'.repeat(4_000_000)}end`);
    expect((await read({ path: 'results' })).taken).toMatchObject([{ content: 'end', from: 4_000_000 }]);
    portal.script.pranks = { REST: { reply: '502 Not here.' } };
    const { taken, reading } = await read({ path: 'results' });
    expect(taken).toMatchObject([{ name: 'large.log', content: undefined, from: undefined }]);
    expect(reading).toEqual({ hasMore: false });
  });

  it('a log whose end a server does not send alone ends one reading, and is named in the next ones', async () => {
    put('large.log', `${'x'.repeat(4_000_000)}end`);
    put('other.log', 'y');
    portal.script.pranks = { REST: { reply: '350 Not really.' } };
    const from = 4_000_000;
    const { taken, reading } = await read({ path: 'results' });
    expect(taken).toMatchObject([{ name: 'large.log', content: undefined, from }]);
    expect(reading?.problem?.message).toContain('sent more than 4000000 bytes');
    const again = await read({ path: 'results' }, { readFrom: () => 0 });
    expect(again.taken).toMatchObject([
      { name: 'large.log', content: undefined },
      { name: 'other.log', content: 'y' },
    ]);
    expect(again.reading).toEqual({ hasMore: false });
  });

  it('a file whose time is listed without seconds is marked', async () => {
    portal.script.features = [];
    put('a.csv', 'x');
    const { taken } = await read({ path: '/results' });
    expect(taken).toMatchObject([{ name: 'a.csv', content: 'x', isCoarse: true }]);
    expect(taken[0]).not.toHaveProperty('writtenAt');
  });

  it.each([
    ['does not exist', 'CWD', '550 No such directory.'],
    ['cannot be listed', 'MLSD', '550 Not allowed for you.'],
  ])('a report folder that %s is a problem in the words of the server', async (_title, command, reply) => {
    put('a.csv', 'x');
    portal.script.pranks = { [command]: { reply } };
    const { taken, reading } = await read({ path: '/results' });
    expect(taken).toEqual([]);
    expect(reading?.problem).toEqual({
      message: `The report folder /results cannot be read: ${reply}`,
      reason: { code: 'folder_unreadable', path: '/results', said: reply },
    });
  });

  it('files that the server does not hand out are a problem in its words, and the others are read', async () => {
    for (let index = 0; index < 25; index += 1) put(`${String(index)}.csv`, 'x');
    const gone = () => Promise.resolve(void portal.files.delete('0.csv'));
    portal.script.pranks = { RETR: { meanwhile: gone } };
    const { taken, reading } = await read({ path: '/results' });
    expect(taken).toHaveLength(20);
    expect(reading).toEqual({
      hasMore: true,
      problem: {
        message: 'The file 0.csv of the report folder /results cannot be read: 550 There is no such file.',
        reason: {
          code: 'file_unreadable',
          path: '/results',
          file: '0.csv',
          said: '550 There is no such file.',
        },
      },
    });
  });

  it('files that are refused by the reader are a problem, and the others are read', async () => {
    put('a.csv', 'x');
    put('b.csv', 'x');
    const refusal = new InvalidInput('This name is not possible.');
    const takes = [() => Promise.reject(refusal), () => Promise.resolve()];
    const take = () => takes.shift()?.() ?? Promise.resolve();
    const { taken, reading } = await read({ path: '/results' }, { take });
    expect(taken).toMatchObject([{ name: 'b.csv' }]);
    expect(reading?.problem).toMatchObject({
      reason: { code: 'file_unreadable', file: 'a.csv', said: 'This name is not possible.' },
    });
  });

  it('a file that grows beyond the limit while it is read is taken without its bytes', async () => {
    put('a.log', 'x');
    portal.script.pranks = {
      RETR: { meanwhile: () => Promise.resolve(put('a.log', Buffer.alloc(4_000_001, 'x'))) },
    };
    const { taken, reading } = await read({ path: '/results' });
    expect(taken).toMatchObject([{ name: 'a.log', content: undefined }]);
    expect(reading?.problem?.message).toContain('sent more than 4000000 bytes');
  });

  it('a time that no calendar has is left out', async () => {
    put('a.csv', 'x');
    portal.script.modified = '99999999999999';
    const { taken } = await read({ path: '/results' });
    expect(taken).toMatchObject([{ name: 'a.csv', content: 'x' }]);
    expect(taken[0]).not.toHaveProperty('writtenAt');
  });

  it('a server that breaks off and one that lists nonsense are problems, and no crash', async () => {
    put('a.csv', 'x');
    portal.script.pranks = { RETR: 'drop' };
    expect((await read({ path: '/results' })).reading?.problem?.message).toContain('cannot be read');
    portal.script.pranks = {};
    portal.script.modified = 'never';
    expect((await read({ path: '/results' })).reading?.problem?.message).toContain('cannot be read');
  });
});

describe('the report folder of the portal of the sandbox', () => {
  it('a portal that writes a result file after an import has it read and removed', async () => {
    const sandbox = await startPortalProcess(['agent']);
    try {
      await sandbox.report({ user: 'agent', format: 'csv', folder: 'results' });
      const reportFolder = { path: '/results', remove: true };
      const platform = openimmoFtp({ ...profile(), reportFolder }, tools(files));
      const login = account({ host: '127.0.0.1', port: sandbox.ftpPort });
      const session = async () => {
        const opening = await platform.open(login, never);
        if (!opening.ok) throw new Error(opening.failure.message);
        return opening.session;
      };
      const publishing = await session();
      expect(await publishing.set(setPublication(), never, forget)).toMatchObject({ ok: true });
      await publishing.close();
      const taken = new Map<string, string>();
      const readOnce = async () => {
        const reading = await session();
        const known = () => Promise.resolve(new Map([...taken.keys()].map((name) => [name, true])));
        const take = ({ name }: ReportFile, bytes: Buffer | undefined) => {
          taken.set(name, String(bytes));
          return Promise.resolve();
        };
        const removed = () => Promise.resolve();
        const read = await reading.readReports?.({ known, readFrom: async () => 0, take, removed }, never);
        await reading.close();
        return read;
      };
      await eventually(async () => {
        await readOnce();
        expect(taken.size).toBe(1);
      });
      expect([...taken.values()][0]).toContain('"P/77 #1";"importiert"');
      expect(await readOnce()).toEqual({ hasMore: false });
      taken.clear();
      expect(await readOnce()).toEqual({ hasMore: false });
      expect(taken.size).toBe(0);
    } finally {
      await sandbox.stop();
    }
  });
});
