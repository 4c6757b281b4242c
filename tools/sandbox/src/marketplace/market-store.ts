import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveJson } from '../save-json.ts';
import { emptyState } from './market-state.ts';
import type { MarketAttachment, MarketContact, MarketObject, MarketState } from './market-state.ts';
import { notFound } from './refusal.ts';

/** The store of the marketplace; a change is on the disk when `saved` resolves. */
export class MarketStore {
  readonly #directory: string;
  readonly state: MarketState;
  #version = 0;
  #saving: Promise<void> = Promise.resolve();
  #queued: Promise<void> | undefined;

  private constructor(directory: string, state: MarketState) {
    this.#directory = directory;
    this.state = state;
  }

  static async open(directory: string, users: readonly string[]): Promise<MarketStore> {
    await mkdir(join(directory, 'media'), { recursive: true });
    const text = await readFile(join(directory, 'state.json'), 'utf8').catch(() => undefined);
    const state = text === undefined ? emptyState(users) : (JSON.parse(text) as MarketState);
    return new MarketStore(directory, state);
  }

  /** A number that grows with everything a page could show. */
  get version(): number {
    return this.#version;
  }

  newId(): string {
    this.state.nextId += 1;
    return String(this.state.nextId);
  }

  /** Saves the state; changes during a save share the next one. */
  saved(): Promise<void> {
    this.#version += 1;
    this.#queued ??= this.#saving.then(() => {
      this.#queued = undefined;
      this.#saving = saveJson(join(this.#directory, 'state.json'), this.state);
      return this.#saving;
    });
    return this.#queued;
  }

  object(user: string, reference: string): MarketObject {
    const found = this.objects(user).find((object) => isMeant(object, object.externalId, reference));
    if (!found) throw notFound(`realestate ${reference}`);
    return found;
  }

  objects(user?: string): MarketObject[] {
    return Object.values(this.state.objects).filter((object) => user === undefined || object.user === user);
  }

  contact(user: string, reference: string): MarketContact {
    const found = this.contacts(user).find((contact) =>
      isMeant(contact, contact.fields['externalId'], reference),
    );
    if (!found) throw notFound(`contact ${reference}`);
    return found;
  }

  contacts(user?: string): MarketContact[] {
    return Object.values(this.state.contacts).filter(
      (contact) => user === undefined || contact.user === user,
    );
  }

  async putBytes({ id }: Pick<MarketAttachment, 'id'>, bytes: Uint8Array): Promise<void> {
    await writeFile(this.mediaPath(id), bytes);
  }

  async removeBytes(id: string): Promise<void> {
    await rm(this.mediaPath(id), { force: true });
  }

  mediaPath(id: string): string {
    return join(this.#directory, 'media', id);
  }

  async close(): Promise<void> {
    await this.#queued;
    await this.#saving;
  }
}

const isMeant = ({ id }: { id: string }, externalId: unknown, reference: string): boolean =>
  reference.startsWith('ext-') ? reference.slice(4) === externalId : reference === id;
