import { findProperty, findTargetByEmail } from '@estate/contracts';
import type { Bus } from '@estate/messaging';
import { newRequestId } from '@estate/observability';
import { emailIdOf } from '../domain/address.ts';
import type { Addressee } from '../domain/mail.ts';
import type { Manifest } from '../manifest.ts';
import { TtlCache } from './ttl-cache.ts';

const BELIEVED_MS = 5000;

type Target = Omit<Addressee, 'address'>;

/** Asks the other services who a mail is for and which property it is about. */
export class RecipientLookup {
  readonly #bus: Pick<Bus<Manifest>, 'ask'>;
  readonly #domains: ReadonlySet<string>;
  readonly #targets = new TtlCache<Target>(BELIEVED_MS);
  readonly #properties = new TtlCache<string>(BELIEVED_MS);

  constructor(bus: Pick<Bus<Manifest>, 'ask'>, domains: ReadonlySet<string>) {
    this.#bus = bus;
    this.#domains = domains;
  }

  /** Whose target the address belongs to; undefined when it is nobody's. */
  async addressee(address: string): Promise<Addressee | undefined> {
    const emailId = emailIdOf(address, this.#domains);
    if (emailId === undefined) return undefined;
    const target = await this.#targets.get(emailId, async () => {
      const caller = { accountId: '', requestId: newRequestId() };
      return (await this.#bus.ask(findTargetByEmail, { emailId }, caller)).target;
    });
    return target && { ...target, address };
  }

  /** The targets of the first level that names any, each once. */
  async addressees(levels: readonly (readonly string[])[]): Promise<Addressee[]> {
    for (const level of levels) {
      const found = new Map<string, Addressee>();
      for (const address of level) {
        const addressee = await this.addressee(address);
        if (addressee && !found.has(addressee.targetId)) found.set(addressee.targetId, addressee);
      }
      if (found.size > 0) return [...found.values()];
    }
    return [];
  }

  /** The account's property that one of the external ids names. */
  property(accountId: string, externalIds: string[]): Promise<string | undefined> {
    if (externalIds.length === 0) return Promise.resolve(undefined);
    return this.#properties.get(JSON.stringify([accountId, externalIds]), async () => {
      const caller = { accountId, requestId: newRequestId() };
      return (await this.#bus.ask(findProperty, { externalIds }, caller)).propertyId;
    });
  }
}
