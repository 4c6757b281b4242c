import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { PassThrough } from 'node:stream';
import { Client } from 'basic-ftp';
import type { Connection, ResultFile } from './office-state.ts';

const TIMEOUT_MS = 30_000;
/** The file extensions of results: the report for people before the one for software. */
const RESULT_ENDINGS = ['.log', '.feedback.xml', '.xml', '.txt'];

/** Works over one connection, and records the dialogue. */
async function connected<T>(
  { host, port, user, password, folder, encryption }: Connection,
  note: (line: string) => void,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(TIMEOUT_MS);
  client.ftp.verbose = true;
  client.ftp.log = (line) => {
    note(line.trim());
  };
  try {
    // Estate software in offices accepts any certificate, and so a self-signed one of a test.
    const secureOptions = { rejectUnauthorized: false };
    await client.access({ host, port, user, password, secure: encryption === 'explicit', secureOptions });
    if (folder !== '' && folder !== '/') await client.cd(folder);
    return await work(client);
  } finally {
    client.close();
  }
}

export interface Upload {
  connection: Connection;
  fileName: string;
  bytes: Buffer;
  note(line: string): void;
}

/** Uploads a package under a temporary name and renames it when it is complete. */
export const uploadPackage = ({ connection, fileName, bytes, note }: Upload): Promise<void> =>
  connected(connection, note, async (client) => {
    const temporary = `${fileName}.part`;
    await client.uploadFrom(Readable.from([bytes]), temporary);
    await client.rename(temporary, fileName);
  });

/** The file that the other side has written about a package, if it exists yet. */
export const fetchResult = (connection: Connection, fileName: string): Promise<ResultFile | undefined> =>
  connected(
    connection,
    () => undefined,
    async (client) => {
      const stem = fileName.replace(/\.zip$/, '');
      const names = (await client.list()).map(({ name }) => name);
      const name = RESULT_ENDINGS.map((ending) => `${stem}${ending}`).find((one) => names.includes(one));
      if (name === undefined) return undefined;
      const sink = new PassThrough();
      const [text] = await Promise.all([buffer(sink), client.downloadTo(sink, name)]);
      return { name, text: text.toString('utf8') };
    },
  );
