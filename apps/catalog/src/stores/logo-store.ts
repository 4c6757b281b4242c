import type { Collection } from '@estate/persistence';
import { uploadIdOf } from '../domain/attachment-addresses.ts';

/** The logo of an account, under its id. */
export interface LogoDoc {
  _id: string;
  accountId: string;
  /** The address as it is stored. */
  url: string;
  /** The uploaded attachment that it names. */
  uploads: string[];
  updatedAt: Date;
}

interface NewLogo extends Pick<LogoDoc, 'accountId' | 'url'> {
  now: Date;
}

/** The logos of all accounts. */
export class LogoStore {
  readonly #docs: Collection<LogoDoc>;

  constructor(docs: Collection<LogoDoc>) {
    this.#docs = docs;
  }

  /** The address of the logo as it is stored. */
  async find(accountId: string): Promise<string | undefined> {
    return (await this.#docs.findOne({ _id: accountId }))?.url;
  }

  /** Returns the address of the former logo. */
  async set({ accountId, url, now }: NewLogo): Promise<string | undefined> {
    const uploads = [uploadIdOf(url) ?? []].flat();
    const former = await this.#docs.findOneAndUpdate(
      { _id: accountId },
      { $set: { accountId, url, uploads, updatedAt: now } },
      { upsert: true, returnDocument: 'before' },
    );
    return former?.url;
  }

  /** Returns the address of the former logo. */
  async remove(accountId: string): Promise<string | undefined> {
    return (await this.#docs.findOneAndDelete({ _id: accountId }))?.url;
  }
}
