import { readdir, readlink } from 'node:fs/promises';
import { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { eventually } from '@estate/testing';
import type { Client } from 'basic-ftp';
import { afterEach, describe, expect, it } from 'vitest';
import { FtpFaults } from './ftp-faults.ts';
import type { FtpSession } from './ftp-session.ts';
import { PortalFileSystem } from './portal-file-system.ts';
import type { PortalFileSystemParts } from './portal-file-system.ts';
import { PortalFixture } from './portal-fixture.ts';
import type { UploadStream } from './upload-stream.ts';

const fixture = new PortalFixture();
afterEach(() => fixture.cleanUp());

const DESCRIPTORS = '/proc/self/fd';

/** The files of a directory that this process has open. */
async function openIn(directory: string): Promise<string[]> {
  const targets = (await readdir(DESCRIPTORS)).map((name) =>
    readlink(`${DESCRIPTORS}/${name}`).catch(() => ''),
  );
  return (await Promise.all(targets)).filter((path) => path.startsWith(directory));
}

const ENDS: readonly [string, (ftp: Client['ftp']) => void][] = [
  ['ends its control connection', ({ socket }) => socket.destroy()],
  ['resets its data connection', ({ dataSocket }) => dataSocket?.resetAndDestroy()],
  [
    'resets both connections',
    ({ socket, dataSocket }) => {
      dataSocket?.resetAndDestroy();
      socket.resetAndDestroy();
    },
  ],
];

describe.skipIf(process.platform !== 'linux')('an upload to the FTP portal', () => {
  it.each(ENDS)('the file of an upload is closed when its client %s', async (_title, end) => {
    const directory = await fixture.directory();
    const client = await fixture.client(await fixture.portal({ directory }));
    const content = new PassThrough();
    content.write('the first bytes');
    const upload = client.uploadFrom(content, 'package.zip.part').catch(() => 'ended');
    await eventually(async () => expect(await openIn(directory)).toHaveLength(1));
    end(client.ftp);
    expect(await upload).toBe('ended');
    await eventually(async () => expect(await openIn(directory)).toEqual([]));
  });

  it.each([
    ['is gone before it begins', null],
    ['closes before it ends', new Socket()],
  ])('the file of an upload is closed when its data connection %s', async (_title, socket) => {
    const directory = await fixture.directory();
    const session = { connector: { socket } } as FtpSession;
    const parts = { session, faults: new FtpFaults(), username: 'anna', root: directory };
    const files = new PortalFileSystem(parts as PortalFileSystemParts);
    const { stream } = files.write('package.zip.part') as { stream: UploadStream };
    if (socket) {
      await eventually(async () => expect(await openIn(directory)).toHaveLength(1));
      socket.destroy();
    }
    await eventually(() => expect(stream.closed).toBe(true));
    expect(await openIn(directory)).toEqual([]);
  });
});
