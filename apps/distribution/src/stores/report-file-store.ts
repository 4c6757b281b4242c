import { createHash } from 'node:crypto';
import { before } from '@estate/persistence';
import type { Collection } from '@estate/persistence';
import type { TakenFile } from '../domain/taken-file.ts';

export type ReportFileDoc = TakenFile & {
  _id: string;
  accountId: string;
  targetId: string;
  /** When the platform listed it last. */
  seenAt: Date;
  expiresAt: Date;
};

interface OfTarget {
  accountId: string;
  targetId: string;
}

/** A file that a platform has not listed for so long is forgotten. */
const KEPT_MS = 90 * 86_400_000;

export const reportFileExpiry = ({ seenAt }: Pick<ReportFileDoc, 'seenAt'>): Date => before(seenAt, -KEPT_MS);

/** Result files that were handed over already. */
export class ReportFileStore {
  readonly #docs: Collection<ReportFileDoc>;

  constructor(docs: Collection<ReportFileDoc>) {
    this.#docs = docs;
  }

  /** Returns the known files among those that the platform lists now. */
  async listed(
    { accountId, targetId }: OfTarget,
    names: readonly string[],
    seenAt: Date,
  ): Promise<TakenFile[]> {
    const filter = { _id: { $in: names.map((name) => idOf(targetId, name)) }, accountId };
    await this.#docs.updateMany(filter, { $set: { seenAt, expiresAt: reportFileExpiry({ seenAt }) } });
    return this.#docs.find(filter).toArray();
  }

  async put(of: OfTarget, file: TakenFile, seenAt: Date): Promise<void> {
    const doc = { ...of, ...file, seenAt, expiresAt: reportFileExpiry({ seenAt }) };
    await this.#docs.replaceOne({ _id: idOf(of.targetId, file.name) }, doc, { upsert: true });
  }

  async forget({ accountId, targetId }: OfTarget, name: string): Promise<void> {
    await this.#docs.deleteOne({ _id: idOf(targetId, name), accountId });
  }
}

/** Names can be longer and stranger than an id may be. */
const idOf = (targetId: string, name: string): string =>
  `${targetId}-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
