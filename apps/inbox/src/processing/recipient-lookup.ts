import { findProperty, findTargetByEmail } from '@estate/contracts';
import type { OutputOf } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { newRequestId } from '@estate/observability';
import { LRUCache } from 'lru-cache';
import { emailIdOf } from '../domain/address.ts';
import type { Addressee } from '../domain/mail.ts';
import type { Manifest } from '../manifest.ts';

/**
 * Found recipients are cached for a short time. Unknown recipients are not cached, because they may be created at any
 * time.
 */
const CACHED = { max: 10_000, ttl: 5000 };

/** Empty when there is none. */
export type NamedProperty = OutputOf<typeof findProperty>;

/** Asks the other services who an email is for and which property it is about. */
export class RecipientLookup {
  readonly #domains: ReadonlySet<string>;
  readonly #targets: LRUCache<string, Omit<Addressee, 'address'>>;
  readonly #properties: LRUCache<string, NamedProperty>;

  constructor(bus: Pick<Bus<Manifest>, 'ask'>, domains: ReadonlySet<string>) {
    this.#domains = domains;
    const callerOf = (accountId: string) => ({ accountId, requestId: newRequestId() });
    this.#targets = new LRUCache({
      ...CACHED,
      fetchMethod: async (emailId) => (await bus.ask(findTargetByEmail, { emailId }, callerOf(''))).target,
    });
    this.#properties = new LRUCache({
      ...CACHED,
      fetchMethod: async (key) => {
        const [accountId, externalIds] = JSON.parse(key) as [string, string[]];
        const found = await bus.ask(findProperty, { externalIds }, callerOf(accountId));
        return found.propertyId === undefined ? undefined : found;
      },
    });
  }

  /** The target to which the address belongs; undefined when there is none. */
  async addressee(address: string): Promise<Addressee | undefined> {
    const emailId = emailIdOf(address, this.#domains);
    const target = emailId === undefined ? undefined : await this.#targets.fetch(emailId);
    return target && { ...target, address };
  }

  /** The targets of the first level that names any, each once. */
  async addressees(levels: readonly (readonly string[])[]): Promise<Addressee[]> {
    for (const level of levels) {
      const found = new Map<string, Addressee>();
      for (const address of level) {
        const addressee = await this.addressee(address);
        const known = addressee && found.get(addressee.targetId);
        if (addressee && !known) found.set(addressee.targetId, addressee);
        // The address for reports says more than that for requests, which everybody knows.
        else if (known && known.isForReports !== addressee.isForReports)
          Object.assign(known, { isForReports: true, isForRequests: true });
      }
      if (found.size > 0) return [...found.values()];
    }
    return [];
  }

  /** The account's property that one of the external ids names. */
  async property(accountId: string, externalIds: string[]): Promise<NamedProperty> {
    if (externalIds.length === 0) return {};
    return (await this.#properties.fetch(JSON.stringify([accountId, externalIds]))) ?? {};
  }
}
