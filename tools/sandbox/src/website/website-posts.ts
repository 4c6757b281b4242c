import { copyFile, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidInput } from '@estate/errors';
import { storedName, unpack } from '../ftp-portal/package-reader.ts';
import { child, children, parseXml, textAt } from '../ftp-portal/xml-tree.ts';
import type { XmlElement } from '../ftp-portal/xml-tree.ts';

export interface Photo {
  /** The name in packages. */
  name: string;
  /** The check value of the document that brought it; a document with the same value may omit the photo. */
  check: string | undefined;
  title: string | undefined;
  group: string | undefined;
  sha256: string;
  /** The path of the file on the website. */
  path: string;
}

/** A property for visitors of the website. */
export interface Post {
  /** `openimmo_obid`, by which plugins identify an object. */
  obid: string;
  title: string | undefined;
  city: string | undefined;
  email: string | undefined;
  photos: readonly Photo[];
  /** The number of its imports. */
  revision: number;
}

interface Unpacked {
  directory: string;
  hashes: ReadonlyMap<string, string>;
}

/** The properties of a website, managed like plugins for content management systems do. */
export class WebsitePosts {
  readonly #posts = new Map<string, Post>();
  readonly #media: string;

  constructor(media: string) {
    this.#media = media;
  }

  all(): Post[] {
    return [...this.#posts.values()];
  }

  addByHand(obid: string): void {
    const unknown = { title: undefined, city: undefined, email: undefined };
    this.#posts.set(obid, { obid, ...unknown, photos: [], revision: 0 });
  }

  /** Imports a ZIP. @throws InvalidInput for one that no plugin could read */
  async importPackage(path: string, workDirectory: string): Promise<void> {
    await rm(workDirectory, { recursive: true, force: true });
    const unpacked = { directory: workDirectory, hashes: await unpack(path, workDirectory) };
    const document = await this.#documentOf(unpacked);
    const objects = children(document, 'anbieter').flatMap((one) => children(one, 'immobilie'));
    const seen = new Set<string>();
    for (const object of objects) seen.add(await this.#take(object, unpacked));
    if (textAt(document, 'uebertragung@umfang') !== 'VOLL') return;
    for (const obid of this.#posts.keys()) if (!seen.has(obid)) await this.#remove(obid);
  }

  async #documentOf({ directory, hashes }: Unpacked): Promise<XmlElement> {
    const [name, ...others] = [...hashes.keys()].filter((one) => one.toLowerCase().endsWith('.xml'));
    if (name === undefined || others.length > 0) throw new InvalidInput('The ZIP needs one XML.');
    const bytes = await readFile(join(directory, storedName(name)));
    const charset = /encoding="([^"]+)"/.exec(bytes.subarray(0, 200).toString('latin1'))?.[1] ?? 'utf-8';
    const document = child(parseXml(new TextDecoder(charset, { fatal: true }).decode(bytes)), 'openimmo');
    if (!document) throw new InvalidInput('The XML is not OpenImmo.');
    return document;
  }

  async #take(object: XmlElement, unpacked: Unpacked): Promise<string> {
    const obid = textAt(object, 'verwaltung_techn/openimmo_obid');
    if (obid === undefined) throw new InvalidInput('An object has no openimmo_obid.');
    if (textAt(object, 'verwaltung_techn/aktion@aktionart') === 'DELETE') {
      await this.#remove(obid);
      return obid;
    }
    const photos: Photo[] = [];
    for (const file of children(child(object, 'anhaenge'), 'anhang'))
      photos.push(...(await this.#keep(file, obid, unpacked)));
    const post = {
      ...{ obid, photos, revision: (this.#posts.get(obid)?.revision ?? 0) + 1 },
      title: textAt(object, 'freitexte/objekttitel'),
      city: textAt(object, 'geo/ort'),
      email: textAt(object, 'kontaktperson/email_zentrale') ?? textAt(object, 'kontaktperson/email_direkt'),
    };
    await removeMissing(this.#posts.get(obid)?.photos ?? [], photos);
    this.#posts.set(obid, post);
    return obid;
  }

  /** Stores a file of the package among the media of the post; a linked one stays where it is. */
  async #keep(file: XmlElement, obid: string, { directory, hashes }: Unpacked): Promise<Photo[]> {
    if (file['@location'] === 'REMOTE') return [];
    const name = textAt(file, 'daten/pfad') ?? '';
    const check = textAt(file, 'check');
    const sha256 = hashes.get(name);
    if (sha256 === undefined) return [{ ...(await this.#present(obid, name, check)), ...describe(file) }];
    const folder = join(this.#media, encodeURIComponent(obid));
    await mkdir(folder, { recursive: true });
    const path = join(folder, sha256);
    await copyFile(join(directory, storedName(name)), path);
    return [{ name, check, sha256, path, ...describe(file) }];
  }

  /** A photo that the document names and the ZIP does not contain. @throws InvalidInput unless the website has just that one */
  async #present(obid: string, name: string, check: string | undefined): Promise<Photo> {
    const photo = this.#posts.get(obid)?.photos.find((one) => one.name === name && one.check === check);
    const isThere = photo && check !== undefined && (await stat(photo.path).catch(() => undefined));
    if (!isThere) throw new InvalidInput(`Neither the ZIP nor the website contains ${name}.`);
    return photo;
  }

  async #remove(obid: string): Promise<void> {
    const photos = this.#posts.get(obid)?.photos ?? [];
    this.#posts.delete(obid);
    await removeMissing(photos, []);
  }
}

function describe(file: XmlElement): Pick<Photo, 'title' | 'group'> {
  const group = file['@gruppe'];
  return { title: textAt(file, 'anhangtitel'), group: typeof group === 'string' ? group : undefined };
}

/** Removes the files of a post that it does not show any more. */
async function removeMissing(before: readonly Photo[], after: readonly Photo[]): Promise<void> {
  const kept = new Set(after.map(({ path }) => path));
  for (const { path } of before) if (!kept.has(path)) await rm(path, { force: true });
}
