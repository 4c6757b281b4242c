import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rm, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { InvalidInput, NotFound } from '@estate/errors';
import { saveJson } from '../save-json.ts';
import { readDocument } from './openimmo-document.ts';
import type { PortalReports } from './portal-reports.ts';
import type { Medium, OpenImmoDocument } from './openimmo-document.ts';
import { storedName, unpack } from './package-reader.ts';
import { EMPTY_STATE, applyPackage } from './portal-state.ts';
import type { PackageRecord, PortalState } from './portal-state.ts';

export interface StoredFile {
  name: string;
  /** The size in bytes. */
  size: number;
}

type Arrival = Pick<PackageRecord, 'id' | 'user' | 'name' | 'size' | 'receivedAt'>;

async function readState(path: string): Promise<PortalState> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as PortalState;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY_STATE;
    throw error;
  }
}

/** The document with the SHA-256 of each medium; throws InvalidInput if the package lacks a file that it names. */
function withHashes(document: OpenImmoDocument, hashes: ReadonlyMap<string, string>): OpenImmoDocument {
  const missing: string[] = [];
  const hashed = (medium: Medium): Medium => {
    if (medium.remote) return medium;
    const sha256 = hashes.get(medium.path);
    if (sha256 === undefined) missing.push(medium.path);
    return { ...medium, sha256 };
  };
  const objects = document.objects.map((object) => ({ ...object, media: object.media.map(hashed) }));
  if (missing.length > 0)
    throw new InvalidInput(`The package does not contain files that the XML names: ${missing.join(', ')}.`);
  return { ...document, objects };
}

/** The shared parts of a portal's accounts. */
interface Shared {
  changed: () => void;
  reports: Pick<PortalReports, 'imported' | 'refusal'>;
}

/** A user's account at the portal: the files, the received packages, and the live objects. */
export class UserPortal {
  readonly name: string;
  /** The folder that the user sees over FTP. */
  readonly root: string;
  readonly #home: string;
  readonly #changed: () => void;
  readonly #reports: Pick<PortalReports, 'imported' | 'refusal'>;
  #state: PortalState = EMPTY_STATE;
  #queue: Promise<void> = Promise.resolve();
  #endHold: (() => void) | undefined;

  private constructor(name: string, home: string, { changed, reports }: Shared) {
    this.name = name;
    this.root = join(home, 'ftp');
    this.#home = home;
    this.#changed = changed;
    this.#reports = reports;
  }

  /** Opens the account in `directory/name`, or creates it. */
  static async open(name: string, directory: string, shared: Shared): Promise<UserPortal> {
    const portal = new UserPortal(name, join(directory, name), shared);
    for (const part of ['ftp', 'packages', 'media'])
      await mkdir(join(portal.#home, part), { recursive: true });
    portal.#state = await readState(join(portal.#home, 'portal.json'));
    await portal.#importMissed();
    return portal;
  }

  /** Imports packages that arrived before an earlier process ended, and were not imported by it. */
  async #importMissed(): Promise<void> {
    const arrived = (await this.files()).map(async ({ name }) => {
      const path = join(this.root, name);
      return { path, mtimeMs: (await stat(path)).mtimeMs };
    });
    for (const { path, mtimeMs } of (await Promise.all(arrived)).toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      const isImported = this.#state.packages.some(
        ({ name, receivedAt }) => name === basename(path) && Date.parse(receivedAt) >= Math.floor(mtimeMs),
      );
      if (!isImported) await this.arrived(path);
    }
  }

  get state(): PortalState {
    return this.#state;
  }

  /** Resolves when every package that has arrived so far is imported. */
  settled(): Promise<void> {
    return this.#queue;
  }

  /** Makes later packages wait, as at a portal that imports at certain times. */
  hold(): void {
    if (this.#endHold) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#queue = this.#queue.then(() => promise);
    this.#endHold = () => {
      resolve(undefined);
    };
  }

  /** Imports the waiting packages. */
  release(): void {
    this.#endHold?.();
    this.#endHold = undefined;
  }

  packagePath(id: string): string {
    return join(this.#home, 'packages', `${id}.zip`);
  }

  mediumPath(packageId: string, fileName: string): string {
    return join(this.#home, 'media', packageId, storedName(fileName));
  }

  /** All files on the user's disk, including those under temporary names. */
  async files(): Promise<readonly StoredFile[]> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const named = files.map(async (path) => ({
      name: relative(this.root, path),
      size: (await stat(path)).size,
    }));
    return (await Promise.all(named)).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Takes a file that is complete under its name; a `.zip` is imported after all earlier ones. */
  async arrived(path: string): Promise<void> {
    if (!path.toLowerCase().endsWith('.zip')) return;
    const id = randomUUID();
    // The client may overwrite the file at once, so a copy is imported.
    await copyFile(path, this.packagePath(id));
    const { size } = await stat(this.packagePath(id));
    const receivedAt = new Date().toISOString();
    const arrival: Arrival = { id, user: this.name, name: basename(path), size, receivedAt };
    this.#queue = this.#queue.then(() => this.#import(arrival));
  }

  /** Removes an object without a package, and reports that. @throws NotFound for an unknown object */
  async lose(number: string): Promise<void> {
    const losing = this.#queue.then(() => this.#lose(number));
    this.#queue = losing.catch(() => undefined);
    await losing;
  }

  async #lose(number: string): Promise<void> {
    const { [number]: lost, ...objects } = this.#state.objects;
    if (!lost) throw new NotFound(`The portal shows no object ${number}.`);
    const { document } = await this.#read(lost.packageId);
    const record = this.#state.packages.find(({ id }) => id === lost.packageId);
    await this.#save({ ...this.#state, objects });
    await this.#sweepMedia();
    this.#reports.imported({
      ...{ root: this.root, user: this.name, packageName: record?.name ?? '', to: document.reportTo },
      changes: [{ number, action: 'delete' }],
    });
  }

  async #import(arrival: Arrival): Promise<void> {
    try {
      const { document, documentName } = await this.#read(arrival.id);
      const judged = document.objects.map((object) => ({
        object,
        refused: object.action === 'set' ? this.#reports.refusal(this.name, object.number) : undefined,
      }));
      const objects = judged.flatMap(({ object, refused }) => (refused === undefined ? object : []));
      const changes = objects.map(({ number, action }) => ({ number, action }));
      const record: PackageRecord = { ...arrival, verdict: 'accepted', document: documentName, changes };
      await this.#save(applyPackage(this.#state, record, { ...document, objects }));
      await this.#sweepMedia();
      this.#reports.imported({
        ...{ root: this.root, user: this.name, packageName: arrival.name, to: document.reportTo },
        changes: judged.map(({ object: { number, action }, refused }) => ({ number, action, refused })),
      });
    } catch (error) {
      const reason = error instanceof InvalidInput ? error.message : `The portal failed: ${String(error)}`;
      const record: PackageRecord = { ...arrival, verdict: 'rejected', reason, changes: [] };
      await this.#save({ ...this.#state, packages: [...this.#state.packages, record] });
      await rm(join(this.#home, 'media', arrival.id), { recursive: true, force: true });
    }
  }

  async #read(id: string): Promise<{ document: OpenImmoDocument; documentName: string }> {
    const hashes = await unpack(this.packagePath(id), join(this.#home, 'media', id));
    const documents = [...hashes.keys()].filter((name) => name.toLowerCase().endsWith('.xml'));
    const [documentName] = documents;
    if (documentName === undefined) throw new InvalidInput('The package has no XML.');
    if (documents.length > 1)
      throw new InvalidInput(`The package has ${documents.length} XML files instead of one.`);
    const document = withHashes(readDocument(await this.readText(id, documentName)), hashes);
    return { document, documentName };
  }

  /** A text file of a package; throws InvalidInput if it is not UTF-8. */
  async readText(packageId: string, fileName: string): Promise<string> {
    const bytes = await readFile(this.mediumPath(packageId, fileName));
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch (cause) {
      throw new InvalidInput(`The file ${fileName} is not UTF-8.`, { cause });
    }
  }

  async #save(state: PortalState): Promise<void> {
    await saveJson(join(this.#home, 'portal.json'), state);
    this.#state = state;
    this.#changed();
  }

  /** Removes unpacked files of packages without live objects. */
  async #sweepMedia(): Promise<void> {
    const used = new Set(Object.values(this.#state.objects).map(({ packageId }) => packageId));
    const kept = await readdir(join(this.#home, 'media'));
    const unused = kept.filter((id) => !used.has(id));
    await Promise.all(
      unused.map((id) => rm(join(this.#home, 'media', id), { recursive: true, force: true })),
    );
  }
}
