import { legal } from '../write/xml.ts';
import type { ReadElement } from './element.ts';
import { EmbeddedFile } from './embedded.ts';
import type { EmbeddedWriter } from './embedded.ts';
import type { XmlHandler } from './events.ts';
import { PackageUnreadable } from './limits.ts';
import type { ReadLimits } from './limits.ts';
import { ObjectTree } from './object-tree.ts';
import { transferOf } from './transfer.ts';
import type { Provider, Transfer } from './transfer.ts';

/** A complete part of a package. */
export type BuiltPart =
  | { kind: 'transfer'; transfer: Transfer }
  | {
      kind: 'object';
      element: ReadElement;
      provider: Provider;
      transfer: Transfer;
      fault: string | undefined;
      hadControls: boolean;
    }
  | { kind: 'provider'; provider: Provider; objects: number };

const PROVIDER_PARTS: Readonly<Record<string, 'id' | 'number' | 'name'>> = {
  openimmo_anid: 'id',
  anbieternr: 'number',
  firma: 'name',
};
const LONGEST_PROVIDER_TEXT = 200;
const ROOT_DEPTH = 1;

/** Builds objects from the events of a document, no more than one at a time. */
export class PackageBuilder implements XmlHandler {
  readonly #limits: ReadLimits;
  readonly #openFile: (() => EmbeddedWriter) | undefined;
  #parts: BuiltPart[] = [];
  #tasks: (() => Promise<void>)[] = [];
  #transfer: Transfer = transferOf(new Map());
  #provider: Provider = { index: -1 };
  #objectsOfProvider = 0;
  #objects = 0;
  #depth = 0;
  #part: { name: 'id' | 'number' | 'name'; text: string } | undefined;
  #tree: ObjectTree | undefined;
  #file: EmbeddedFile | undefined;
  #files = 0;

  constructor(limits: ReadLimits, openFile: (() => EmbeddedWriter) | undefined) {
    this.#limits = limits;
    this.#openFile = openFile;
  }

  /** Stores decoded embedded files, then returns the complete parts. */
  async take(): Promise<BuiltPart[]> {
    const [tasks, parts] = [this.#tasks, this.#parts];
    this.#tasks = [];
    this.#parts = [];
    for (const task of tasks) await task();
    return parts;
  }

  /** Discards open embedded files at the end of the document, whether or not it is complete. */
  async discard(): Promise<void> {
    await this.#file?.discard();
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#depth += 1;
    if (this.#tree !== undefined) this.#openInObject(name, attributes);
    else if (this.#depth === ROOT_DEPTH) checkRoot(name);
    else if (name === 'immobilie') this.#openObject(name, attributes);
    else if (this.#providerDepth === undefined) this.#openPart(name, attributes);
    else this.#openOfProvider(name);
  }

  text(piece: string): void {
    if (this.#file !== undefined) this.#decode(this.#file, piece);
    else if (this.#tree !== undefined) this.#tree.text(piece);
    else if (this.#part !== undefined) {
      this.#part.text = (this.#part.text + legal(piece)).trimStart().slice(0, LONGEST_PROVIDER_TEXT);
    }
  }

  close(): void {
    this.#depth -= 1;
    if (this.#tree !== undefined) this.#closeInObject(this.#tree);
    else if (this.#part !== undefined) this.#closePart(this.#part);
    else if (this.#depth + 1 === this.#providerDepth) {
      this.#parts.push({ kind: 'provider', provider: this.#provider, objects: this.#objectsOfProvider });
      this.#providerDepth = undefined;
    }
  }

  /** The depth of the open element `anbieter`; some software wraps it or its objects in further elements. */
  #providerDepth: number | undefined;

  #openPart(name: string, attributes: ReadonlyMap<string, string>): void {
    if (name === 'uebertragung') {
      this.#transfer = transferOf(attributes);
      this.#parts.push({ kind: 'transfer', transfer: this.#transfer });
    } else if (name === 'anbieter') {
      this.#providerDepth = this.#depth;
      this.#provider = { index: this.#provider.index + 1 };
      this.#objectsOfProvider = 0;
    }
  }

  #openObject(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#objects += 1;
    this.#objectsOfProvider += 1;
    if (this.#objects > this.#limits.objects) {
      throw new PackageUnreadable(`The document has more than ${this.#limits.objects} objects.`);
    }
    this.#tree = new ObjectTree(name, attributes, this.#limits);
    this.#files = 0;
  }

  #openOfProvider(name: string): void {
    const part = PROVIDER_PARTS[name];
    if (part !== undefined && this.#depth - 1 === this.#providerDepth) this.#part = { name: part, text: '' };
  }

  #closePart({ name, text }: { name: 'id' | 'number' | 'name'; text: string }): void {
    if (this.#depth !== this.#providerDepth) return;
    // A new object: objects that were read before keep what was known then.
    if (text.trim() !== '') this.#provider = { ...this.#provider, [name]: text.trim() };
    this.#part = undefined;
  }

  #openInObject(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#tree?.open(name, attributes);
    if (this.#file !== undefined || this.#tree?.isAtContent !== true) return;
    this.#files += 1;
    const isTaken = this.#files <= this.#limits.attachments && this.#tree.fault === undefined;
    this.#file = new EmbeddedFile(
      isTaken ? this.#openFile?.() : undefined,
      isTaken ? this.#limits.attachmentBytes : 0,
    );
    this.#tree.embed(this.#file.content);
  }

  #closeInObject(tree: ObjectTree): void {
    if (this.#file !== undefined && tree.isAtContent) {
      const file = this.#file;
      this.#enqueue(file, file.last());
      this.#tasks.push(() => file.close());
      this.#file = undefined;
    }
    if (!tree.close()) return;
    const [provider, transfer] = [this.#provider, this.#transfer];
    const { root, fault, hadControls } = tree;
    this.#parts.push({ kind: 'object', element: root, provider, transfer, fault, hadControls });
    this.#tree = undefined;
  }

  #decode(file: EmbeddedFile, piece: string): void {
    this.#enqueue(file, file.decode(piece));
  }

  #enqueue(file: EmbeddedFile, bytes: Buffer | undefined): void {
    if (bytes !== undefined) this.#tasks.push(() => file.store(bytes));
  }
}

function checkRoot(name: string): void {
  if (name === 'openimmo') return;
  const what = name === 'openimmo_feedback' ? 'a contact request' : `<${name.slice(0, 50)}>`;
  throw new PackageUnreadable(`The XML document is not an OpenImmo transfer: it is ${what}.`);
}
