import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from 'basic-ftp';
import { ZipFile } from 'yazl';
import { startFtpPortal } from './start-ftp-portal.ts';
import type { FtpPortal, FtpPortalOptions } from './start-ftp-portal.ts';
import type { StoredFile } from './user-portal.ts';

interface ObjectText {
  number?: string;
  title?: string;
  action?: string;
  pictures?: readonly string[];
}

/** One immobilie as XML. */
export function objectXml({
  number = 'P-77',
  title = 'Maisonette',
  action = '',
  pictures = [],
}: ObjectText): string {
  const attachments = pictures.map(
    (name, index) =>
      `<anhang location="EXTERN" gruppe="${index ? 'BILD' : 'TITELBILD'}"><daten><pfad>${name}</pfad></daten></anhang>`,
  );
  return `<immobilie><geo><plz>80331</plz><ort>München</ort></geo><kontaktperson><name>Beispiel</name></kontaktperson>
    <preise><kaufpreis auf_anfrage="false">489000.00</kaufpreis></preise>
    <flaechen><wohnflaeche>96.4</wohnflaeche><anzahl_zimmer>4</anzahl_zimmer></flaechen>
    <freitexte><objekttitel>${title}</objekttitel></freitexte><anhaenge>${attachments.join('')}</anhaenge>
    <verwaltung_techn><objektnr_extern>${number}</objektnr_extern>
    <aktion${action && ` aktionart="${action}"`}/></verwaltung_techn></immobilie>`;
}

/** A document around these objects. */
export const documentXml = (objects: string, scope = 'TEIL'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><openimmo><uebertragung umfang="${scope}"/><anbieter>${objects}</anbieter></openimmo>`;

/** A ZIP with these files. */
export function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

/** A package with one object. */
export const packageOf = (object: ObjectText): Promise<Buffer> => {
  const pictures = (object.pictures ?? []).map((name) => [name, 'picture'] as const);
  return zipOf({ 'openimmo.xml': documentXml(objectXml(object)), ...Object.fromEntries(pictures) });
};

/** Starts portals and clients on free ports and cleans up. */
export class PortalFixture {
  readonly #cleanups: (() => unknown)[] = [];

  async directory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'portal-'));
    this.#cleanups.push(() => rm(directory, { recursive: true }));
    return directory;
  }

  async portal(options: Partial<FtpPortalOptions> = {}): Promise<FtpPortal> {
    const users = [
      { username: 'anna', password: 'secret word' },
      { username: 'bert', password: 'other' },
    ];
    const directory = options.directory ?? (await this.directory());
    const portal = await startFtpPortal({ ftpPort: 0, httpPort: 0, users, ...options, directory });
    this.#cleanups.push(() => portal.close());
    return portal;
  }

  /** A client that is logged in. */
  async client({ ftpPort }: FtpPortal, login: Record<string, unknown> = {}): Promise<Client> {
    const client = new Client(500);
    this.#cleanups.push(() => client.close());
    await client.access({
      host: '127.0.0.1',
      port: ftpPort,
      user: 'anna',
      password: 'secret word',
      ...login,
    });
    return client;
  }

  async cleanUp(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }
}

/** Uploads directly under the final name. */
export const upload = (client: Client, content: Buffer, name: string): Promise<unknown> =>
  client.uploadFrom(Readable.from([content]), name);

/** Reads from the portal's JSON interface. */
export async function ask<T>(portal: FtpPortal, path: string): Promise<T> {
  return (await (await fetch(portal.url + path)).json()) as T;
}

/** All files on a user's disk, including those under temporary names. */
export const filesOf = async (portal: FtpPortal, user: string): Promise<StoredFile[]> =>
  (await ask<(StoredFile & { user: string })[]>(portal, `api/files?user=${user}`)).map(({ name, size }) => ({
    name,
    size,
  }));
