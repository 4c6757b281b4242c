import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { Conflict, NotFound } from '@estate/errors';
import type { MediaLibrary } from '../file-server/media-library.ts';
import { exportDocument } from './export-document.ts';
import type { ExportedOffer } from './export-document.ts';
import { exportPackage } from './export-package.ts';
import { fetchResult, uploadPackage } from './ftp-upload.ts';
import { loadState, saveState } from './office-state.ts';
import type { Connection, OfficeState, Transfer } from './office-state.ts';
import { STOCK } from './stock.ts';
import { priceOf } from './offer.ts';
import type { Edits, Offer } from './offer.ts';

/** An object for the page. */
export interface OfficeObject {
  offer: Offer;
  edits: Edits;
  price: number;
  /** The state in comparison with its newest export. */
  state: 'new' | 'changed' | 'exported' | 'removed';
}

/** An edit by a person; null undoes it. */
export interface Edit {
  price?: number | null | undefined;
  isRemoved?: boolean | undefined;
  isBroken?: boolean | undefined;
}

/** The stock of an agency and its exports, stored in a directory. */
export class Office {
  readonly #directory: string;
  readonly #library: MediaLibrary;
  readonly #state: OfficeState;
  #version = 0;
  #saved = Promise.resolve();

  private constructor(directory: string, state: OfficeState, library: MediaLibrary) {
    this.#directory = directory;
    this.#state = state;
    this.#library = library;
  }

  static async open(directory: string, library: MediaLibrary): Promise<Office> {
    await mkdir(directory, { recursive: true });
    return new Office(directory, await loadState(directory), library);
  }

  /** A number that grows with every change. */
  get version(): number {
    return this.#version;
  }

  get connection(): Connection | undefined {
    return this.#state.connection;
  }

  get transfers(): readonly Transfer[] {
    return this.#state.transfers;
  }

  objects(): OfficeObject[] {
    return STOCK.map((offer) => {
      const edits = this.#editsOf(offer);
      return { offer, edits, price: priceOf(offer, edits), state: this.#stateOf(offer) };
    });
  }

  async connect(connection: Connection): Promise<void> {
    const { host, port, user } = this.#state.connection ?? {};
    // An export to another receiver says nothing about this one.
    if (connection.host !== host || connection.port !== port || connection.user !== user)
      this.#state.exported = {};
    this.#state.connection = connection;
    await this.#changed();
  }

  /** @throws NotFound for a number that is not in the stock */
  async edit(number: string, { price, isRemoved, isBroken }: Edit): Promise<void> {
    if (STOCK.every((offer) => offer.number !== number)) throw new NotFound('The object does not exist.');
    const known = this.#state.edits[number] ?? {};
    const kept = price === undefined ? known.price : (price ?? undefined);
    this.#state.edits[number] = {
      ...(kept !== undefined && { price: kept }),
      ...((isRemoved ?? known.isRemoved) && { isRemoved: true }),
      ...((isBroken ?? known.isBroken) && { isBroken: true }),
    };
    await this.#changed();
  }

  /** Exports everything, or the changes since the last export. @throws Conflict without a connection or without changes */
  async export(scope: Transfer['scope']): Promise<Transfer> {
    const { connection, transfers } = this.#state;
    if (!connection) throw new Conflict('Enter the connection of an import source first.');
    if (transfers.some(({ state }) => state === 'sending')) throw new Conflict('An export is in progress.');
    const offers = scope === 'VOLL' ? this.#everything() : this.#changes();
    if (offers.length === 0) throw new Conflict('Nothing has changed since the last export.');
    const at = new Date();
    const transfer = this.#begin(scope, offers, at);
    await this.#changed();
    await this.#send(transfer, offers, { connection, at });
    return transfer;
  }

  /** Looks for the result file of an export. @throws NotFound for an unknown export */
  async lookForResult(id: number): Promise<Transfer> {
    const transfer = this.#state.transfers.find((one) => one.id === id);
    if (!transfer) throw new NotFound('The export does not exist.');
    const connection = this.#state.connection;
    if (transfer.state !== 'sent' || transfer.result || !connection) return transfer;
    const result = await fetchResult(connection, transfer.fileName);
    if (result) {
      transfer.result = result;
      await this.#changed();
    }
    return transfer;
  }

  #begin(scope: Transfer['scope'], offers: readonly ExportedOffer[], at: Date): Transfer {
    const id = (this.#state.transfers.at(-1)?.id ?? 0) + 1;
    const stamp = at.toISOString().replace(/\D/g, '').slice(0, 14);
    const objects = offers.map(({ offer: { number }, action }) => ({ number, action }));
    const fileName = `seeblick_${stamp}_${String(id)}.zip`;
    const transfer: Transfer = {
      ...{ id, at: at.toISOString(), scope, fileName, objects },
      ...{ bytes: 0, state: 'sending', dialogue: [] },
    };
    this.#state.transfers.push(transfer);
    return transfer;
  }

  async #send(
    transfer: Transfer,
    offers: readonly ExportedOffer[],
    { connection, at }: { connection: Connection; at: Date },
  ): Promise<void> {
    const note = (line: string) => transfer.dialogue.push(line);
    try {
      const bytes = await exportPackage({ scope: transfer.scope, offers, at }, this.#library);
      transfer.bytes = bytes.length;
      await uploadPackage({ connection, fileName: transfer.fileName, bytes, note });
      this.#noteExported(transfer.scope, offers);
      transfer.state = 'sent';
    } catch (error) {
      transfer.state = 'failed';
      transfer.failure = error instanceof Error ? error.message : 'unknown';
    }
    await this.#changed();
  }

  #noteExported(scope: Transfer['scope'], offers: readonly ExportedOffer[]): void {
    const sent = offers.filter(({ action }) => action !== 'DELETE');
    const gone = new Set(offers.map(({ offer: { number } }) => number));
    const others = Object.entries(this.#state.exported).filter(
      ([number]) => scope === 'TEIL' && !gone.has(number),
    );
    const prints = sent.map(({ offer, edits }) => [offer.number, fingerprint(offer, edits)] as const);
    this.#state.exported = Object.fromEntries([...others, ...prints]);
  }

  #everything(): ExportedOffer[] {
    return STOCK.filter((offer) => !this.#editsOf(offer).isRemoved).map((offer) => ({
      ...{ offer, edits: this.#editsOf(offer), action: 'CHANGE' },
    }));
  }

  #changes(): ExportedOffer[] {
    return STOCK.flatMap((offer): ExportedOffer[] => {
      const edits = this.#editsOf(offer);
      const known = this.#state.exported[offer.number];
      if (edits.isRemoved) return known === undefined ? [] : [{ offer, edits, action: 'DELETE' }];
      if (known === fingerprint(offer, edits)) return [];
      return [{ offer, edits, action: known === undefined ? 'NEW' : 'CHANGE' }];
    });
  }

  #stateOf(offer: Offer): OfficeObject['state'] {
    const edits = this.#editsOf(offer);
    if (edits.isRemoved) return 'removed';
    const known = this.#state.exported[offer.number];
    if (known === undefined) return 'new';
    return known === fingerprint(offer, edits) ? 'exported' : 'changed';
  }

  #editsOf = ({ number }: Offer): Edits => this.#state.edits[number] ?? {};

  /** Writes the state; one write after the other, because all go to the same file. */
  #changed(): Promise<void> {
    this.#version += 1;
    this.#saved = this.#saved.catch(() => undefined).then(() => saveState(this.#directory, this.#state));
    return this.#saved;
  }
}

function fingerprint(offer: Offer, edits: Edits): string {
  const document = exportDocument({
    scope: 'TEIL',
    offers: [{ offer, edits, action: 'CHANGE' }],
    at: new Date(0),
  });
  return createHash('sha256').update(document).digest('hex');
}
