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
/** An email with more unknown addresses of the service names made-up ones; further addresses are not looked up. */
export const UNKNOWN_MAX = 50;
const LOOKED_UP_AT_ONCE = 10;

/** Empty when there is none. */
export type NamedProperty = OutputOf<typeof findProperty>;

export interface Addressees {
  /** Each target once. */
  addressees: Addressee[];
  /** How many addresses were not looked up. */
  leftOut: number;
}

interface LookedUp {
  addresses: Set<string>;
  unknown: number;
  leftOut: number;
}

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

  /** The targets of the first level that names any. */
  async addressees(levels: readonly (readonly string[])[]): Promise<Addressees> {
    const lookedUp: LookedUp = { addresses: new Set(), unknown: 0, leftOut: 0 };
    for (const level of levels) {
      const addressees = await this.#addresseesOf(level, lookedUp);
      if (addressees.length > 0) return { addressees, leftOut: lookedUp.leftOut };
    }
    return { addressees: [], leftOut: lookedUp.leftOut };
  }

  async #addresseesOf(level: readonly string[], lookedUp: LookedUp): Promise<Addressee[]> {
    const found = new Map<string, Addressee>();
    const isNew = (address: string) => this.#isOurs(address) && !lookedUp.addresses.has(address);
    const addresses = level.filter(isNew);
    for (const address of addresses) lookedUp.addresses.add(address);
    for (let at = 0; at < addresses.length; at += LOOKED_UP_AT_ONCE) {
      if (lookedUp.unknown >= UNKNOWN_MAX) {
        lookedUp.leftOut += addresses.length - at;
        break;
      }
      const some = addresses.slice(at, at + LOOKED_UP_AT_ONCE);
      for (const addressee of await Promise.all(some.map((address) => this.addressee(address)))) {
        if (addressee) addTo(found, addressee);
        else lookedUp.unknown += 1;
      }
    }
    return [...found.values()];
  }

  #isOurs(address: string): boolean {
    return emailIdOf(address, this.#domains) !== undefined;
  }

  /** The account's property that one of the external ids names. */
  async property(accountId: string, externalIds: string[]): Promise<NamedProperty> {
    if (externalIds.length === 0) return {};
    return (await this.#properties.fetch(JSON.stringify([accountId, externalIds]))) ?? {};
  }
}

function addTo(found: Map<string, Addressee>, addressee: Addressee): void {
  const known = found.get(addressee.targetId);
  if (!known) found.set(addressee.targetId, addressee);
  // The address for reports says more than that for requests, which everybody knows.
  else if (known.isForReports !== addressee.isForReports)
    Object.assign(known, { isForReports: true, isForRequests: true });
}
