import { noteInquiry } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { currentTrace, newRequestId } from '@estate/observability';
import { LRUCache } from 'lru-cache';
import type { Manifest } from '../manifest.ts';

/** The clocks of platforms tell whole seconds, so two inquiries of the same second say the same. */
const TOGETHER_MS = 1000;
const REMEMBERED_MAX = 10_000;

/** A property that a prospect has asked about through a platform; nobody who asks is named. */
export interface Inquired {
  accountId: string;
  targetId: string;
  propertyId: string;
  /** When the email was received. */
  at: Date;
  /** The page of the property, as the inquiry names it. */
  publicUrl: string | undefined;
}

/** Notes in the distribution that platforms show properties: once for the inquiries about a property that are received in one second. */
export class InquiryNotes {
  readonly #noted: LRUCache<string, true, Inquired>;

  constructor(bus: Pick<Bus<Manifest>, 'ask'>) {
    this.#noted = new LRUCache({
      max: REMEMBERED_MAX,
      fetchMethod: async (_key, _stale, { context: { accountId, at, ...shown } }) => {
        const requestId = currentTrace()?.requestId ?? newRequestId();
        await bus.ask(noteInquiry, { ...shown, at: at.toISOString() }, { accountId, requestId });
        return true as const;
      },
    });
  }

  /** Resolves when it is noted; it can be repeated. */
  async note(inquired: Inquired): Promise<void> {
    await this.#noted.fetch(keyOf(inquired), { context: inquired });
  }
}

const keyOf = ({ at, targetId, propertyId, publicUrl = '' }: Inquired): string =>
  [Math.floor(at.getTime() / TOGETHER_MS), targetId, propertyId, publicUrl].join(' ');
