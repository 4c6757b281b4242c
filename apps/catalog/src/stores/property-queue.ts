import type { KeptTrace } from '@estate/observability';
import { WorkQueue, firstDueOfEach, overAt } from '@estate/persistence';
import type { Claim, ClaimBy, Collection, OutboxRelay } from '@estate/persistence';
import type { ProcessingOutcome } from '../domain/processing.ts';
import type { PropertyRecord } from '../domain/property.ts';
import { LIVE, WORK_FIELDS, toRecord } from './property-document.ts';
import type { PropertyDoc } from './property-document.ts';

interface PropertyToProcess {
  record: PropertyRecord;
  trace: KeptTrace;
}

/** A property that this process alone may process until its lease ends. */
export type ClaimedProperty = PropertyToProcess & Claim;

/** An account with something due, and since when. */
export interface DueAccount {
  accountId: string;
  dueAt: Date;
}

const DUE_ACCOUNT = { _id: 0, accountId: 1, 'processing.dueAt': 1 } as const;

/** The properties that wait to be processed. */
export class PropertyQueue extends WorkQueue<PropertyDoc, PropertyToProcess, ProcessingOutcome> {
  readonly #docs: Collection<PropertyDoc>;

  constructor(collection: Collection<PropertyDoc>, relay: Pick<OutboxRelay, 'sent'>) {
    super({
      collection,
      relay,
      fields: WORK_FIELDS,
      view: (doc) => ({ record: toRecord(doc), trace: doc.processing.trace }),
      seen: ({ revision }) => ({ revision, ...LIVE }),
      changes: changesOf,
    });
    this.#docs = collection;
  }

  /** Claims the property that has been due longest, of all accounts or of one; null when none is due. */
  claimDue(by: ClaimBy, accountId?: string): Promise<ClaimedProperty | null> {
    return this.claim(by, accountId === undefined ? {} : { accountId });
  }

  /** Every account with a due property that nobody processes, each once, with its earliest due time. */
  async dueAccounts(now: Date): Promise<DueAccount[]> {
    const search = { by: 'accountId', dueAt: 'processing.dueAt', fields: DUE_ACCOUNT } as const;
    const filter = { 'processing.dueAt': { $lte: now }, ...free(now) };
    const docs = await firstDueOfEach(this.#docs, { ...search, filter });
    return docs.flatMap(({ accountId, processing: { dueAt } }) => (dueAt ? { accountId, dueAt } : []));
  }

  /** The earliest due time of the account's properties that nobody processes. */
  dueAccount(accountId: string, now: Date): Promise<Date | undefined> {
    return this.oldestDueAt(now, { accountId, ...free(now) });
  }

  /** The accounts of these properties, each once. */
  async accountsOf(ids: readonly string[]): Promise<string[]> {
    const docs = await this.#docs
      .find({ _id: { $in: [...ids] } }, { projection: { _id: 0, accountId: 1 } })
      .toArray();
    return [...new Set(docs.map(({ accountId }) => accountId))];
  }
}

const free = (now: Date) => ({ 'lease.until': overAt(now) });

function changesOf(outcome: ProcessingOutcome) {
  const { stored, renditions } = outcome;
  switch (outcome.kind) {
    case 'repeat':
      return { set: { stored, renditions } };
    case 'failed':
      return {
        set: {
          stored,
          renditions,
          processingStatus: 'failed' as const,
          processingFailure: outcome.failure,
        },
      };
    case 'successful':
      return {
        set: {
          ...{ stored, renditions, processingStatus: 'successful' as const },
          ...(outcome.attachmentFailures && { attachmentFailures: outcome.attachmentFailures }),
        },
        unset: { processingFailure: '' as const },
      };
  }
}
