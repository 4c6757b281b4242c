import type { Collection } from '@estate/persistence';
import type { TargetRecord } from '../../domain/target.ts';
import { VISIBLE, fromTargetDoc } from './target-document.ts';
import type { TargetDoc } from './target-document.ts';

/** The addresses to which platforms report. */
export class TargetReports {
  readonly #docs: Collection<TargetDoc>;

  constructor(docs: Collection<TargetDoc>) {
    this.#docs = docs;
  }

  /** The target of any account with this report address; also a deleted one while its account is being closed. */
  async find(reportEmailId: string): Promise<TargetRecord | null> {
    const doc = await this.#docs.findOne({
      reportEmailId,
      $or: [VISIBLE, { closing: { $exists: true } }],
    });
    return doc && fromTargetDoc(doc);
  }

  /** Targets of portals that an earlier version has saved without an address. */
  async without(limit: number): Promise<string[]> {
    const filter = { credentials: { $exists: true }, reportEmailId: { $exists: false }, ...VISIBLE };
    const docs = await this.#docs
      .find(filter, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    return docs.map(({ _id }) => _id);
  }

  /** Gives a target its address, once. */
  async give(id: string, reportEmailId: string): Promise<void> {
    await this.#docs.updateOne({ _id: id, reportEmailId: { $exists: false } }, { $set: { reportEmailId } });
  }
}
