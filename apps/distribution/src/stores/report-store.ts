import { REPORT_KEPT_DAYS } from '@estate/contracts';
import type { ReportQuery } from '@estate/contracts';
import { before, endsOf, firstIdAt, page, timeOfId } from '@estate/persistence';
import type { Collection, DayPeriod, Filter, UsageTally } from '@estate/persistence';
import type { ReportRecord } from '../domain/report.ts';

export type ReportDoc = Omit<ReportRecord, 'id'> & {
  _id: string;
  /** The listings that it names, each once. */
  listingIds: string[];
  /** The numbers of objects and the file names of packages that it names; an earlier version saved none. */
  names?: string[];
  expiresAt: Date;
};

const KEPT_MS = REPORT_KEPT_DAYS * 86_400_000;

export const reportExpiry = ({ receivedAt }: Pick<ReportDoc, 'receivedAt'>): Date =>
  before(receivedAt, -KEPT_MS);

/** Stores the reports of platforms. */
export class ReportStore {
  readonly #docs: Collection<ReportDoc>;
  readonly #tally: Pick<UsageTally, 'noteLate'>;

  constructor(docs: Collection<ReportDoc>, tally: Pick<UsageTally, 'noteLate'>) {
    this.#docs = docs;
    this.#tally = tally;
  }

  /** A report that is read again replaces itself. */
  async put({ id, ...report }: ReportRecord, now: Date): Promise<void> {
    const listingIds = [...new Set(report.objects.flatMap(({ listingId }) => listingId ?? []))];
    const named = report.objects.flatMap(({ number, fileName }) => [number, fileName]);
    const names = [...new Set(named.filter((name) => name !== undefined))];
    const doc = { ...report, listingIds, names, expiresAt: reportExpiry(report) };
    await this.#docs.replaceOne({ _id: id }, doc, { upsert: true });
    await this.#tally.noteLate(id, timeOfId, now);
  }

  async find(accountId: string, id: string): Promise<ReportRecord | null> {
    const doc = await this.#docs.findOne({ _id: id, accountId });
    return doc && toRecord(doc);
  }

  /** The newest reports about some listings in a period, up to a number. */
  async about(
    accountId: string,
    listingIds: readonly string[],
    { most, ...period }: DayPeriod & { most: number },
  ): Promise<ReportRecord[]> {
    const [from, to] = endsOf(period).map(firstIdAt);
    const filter = { accountId, listingIds: { $in: [...listingIds] }, _id: { $gte: from, $lt: to } };
    const docs = await this.#docs
      .find(filter as Filter<ReportDoc>)
      .sort({ _id: -1 })
      .limit(most)
      .toArray();
    return docs.map(toRecord);
  }

  async list(accountId: string, { targetId, listingId, state, object, ...query }: ReportQuery) {
    const filter: Filter<ReportDoc> = {
      accountId,
      ...(targetId !== undefined && { targetId }),
      ...(listingId !== undefined && { listingIds: listingId }),
      ...(state !== undefined && { state }),
      ...(object !== undefined && { names: object }),
    };
    const { docs, ...found } = await page(this.#docs, filter, query);
    return { ...found, records: docs.map(toRecord) };
  }
}

const toRecord = ({
  _id: id,
  listingIds: _ids,
  names: _names,
  expiresAt: _expiry,
  ...report
}: ReportDoc): ReportRecord => ({
  id,
  ...report,
});
