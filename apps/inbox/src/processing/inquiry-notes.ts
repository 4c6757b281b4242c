import { noteInquiry } from '@estate/contracts';
import { Unavailable } from '@estate/errors';
import type { Bus } from '@estate/messaging';
import { currentTrace, newRequestId } from '@estate/observability';
import type { Logger } from '@estate/observability';
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

  readonly #log: Pick<Logger, 'error'>;

  constructor(bus: Pick<Bus<Manifest>, 'ask'>, log: Pick<Logger, 'error'>) {
    this.#log = log;
    this.#noted = new LRUCache({
      max: REMEMBERED_MAX,
      fetchMethod: async (_key, _stale, { context: { accountId, at, ...shown } }) => {
        const requestId = currentTrace()?.requestId ?? newRequestId();
        await bus.ask(noteInquiry, { ...shown, at: at.toISOString() }, { accountId, requestId });
        return true as const;
      },
    });
  }

  /**
   * Resolves when it is noted, which may be more than once. One that the distribution cannot note is logged: its email would always wait.
   * @throws Unavailable
   */
  async note(inquired: Inquired): Promise<void> {
    try {
      await this.#noted.fetch(keyOf(inquired), { context: inquired });
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      const { targetId, propertyId } = inquired;
      this.#log.error({ err: error, targetId, propertyId }, 'inquiry.not-noted');
    }
  }
}

const keyOf = ({ at, targetId, propertyId, publicUrl = '' }: Inquired): string =>
  [Math.floor(at.getTime() / TOGETHER_MS), targetId, propertyId, publicUrl].join(' ');
