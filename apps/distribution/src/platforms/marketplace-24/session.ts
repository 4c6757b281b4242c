import type { PropertyType } from '@estate/contracts';
import type {
  AuthorizedAccount,
  DeletePublication,
  PublicationOutcome,
  PlatformSession,
  PlatformWords,
  Remember,
  SetPublication,
} from '../platform.ts';
import { synchronizeAttachments } from './attachments/synchronize.ts';
import type { MakeCall, MarketplaceClient } from './client.ts';
import { CallFailed } from '../rest/failures.ts';
import { failureOf } from '../problems.ts';
import { findProblems } from './problems.ts';
import type { MarketplaceProfile } from './profile.ts';
import type { ObjectCalls } from './object-calls.ts';
import {
  findOwn,
  isPublished,
  publish,
  removeObject,
  setContact,
  setObject,
  unpublish,
} from './object-calls.ts';
import type { MarketplaceTools } from './marketplace-tools.ts';

const CONFIRMED: PlatformWords = { state: 'confirmed', messages: [] };

export type Grant = NonNullable<AuthorizedAccount['grant']>;

interface SessionOptions {
  account: AuthorizedAccount;
  grant: Grant;
  client: MarketplaceClient;
  profile: MarketplaceProfile;
  tools: MarketplaceTools;
}

/** Publishes for one end user; there is no connection, only the memory of what was done in this session. */
export class MarketplaceSession implements PlatformSession {
  readonly #options: SessionOptions;
  /** The ids of up-to-date contacts. */
  readonly #contacts = new Map<string, Promise<string>>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  set(publication: SetPublication, signal: AbortSignal, remember: Remember): Promise<PublicationOutcome> {
    return this.#reported(publication.listingId, async () => {
      const { account, profile, tools } = this.#options;
      const refusal = failureOf(findProblems(profile, account, publication.snapshot));
      if (refusal) return { ok: false, failure: refusal };
      const object = this.#calling(signal, publication.snapshot.type);
      const contact = await this.#contact(publication, object.call);
      const objectId = await setObject(publication, { ...object, contact, remember });
      const attachmentTools = { call: object.call, profile, attachment: tools.attachment };
      await synchronizeAttachments(objectId, publication.snapshot, attachmentTools);
      if (publication.preventPublication) {
        await unpublish(objectId, object);
        return { ok: true, published: false, said: CONFIRMED };
      }
      // Most objects that were published before still are. Only the others need the account's lease.
      if (publication.firstTime || !(await isPublished(objectId, object)))
        await tools.publishLeases.take(account, () => publish(objectId, object), signal);
      const publicUrl = profile.pageUrl.replace('{id}', encodeURIComponent(objectId));
      return { ok: true, publicUrl, said: CONFIRMED };
    });
  }

  delete(publication: DeletePublication, signal: AbortSignal): Promise<PublicationOutcome> {
    return this.#reported(publication.listingId, async () => {
      const object = this.#calling(signal, publication.property.type);
      const objectId =
        publication.remote?.objectId ?? (await findOwn(publication.property.externalId, object));
      if (objectId === undefined) return { ok: true };
      await unpublish(objectId, object);
      await removeObject(objectId, object);
      return { ok: true };
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #calling(signal: AbortSignal, type: PropertyType): ObjectCalls {
    return { type, call: (call) => this.#options.client.call({ ...call, signal }) };
  }

  #contact({ snapshot: { contact } }: SetPublication, call: MakeCall): Promise<string> | undefined {
    if (!contact) return undefined;
    const { account, tools } = this.#options;
    const key = `${contact.id} ${contact.updatedAt}`;
    const known = this.#contacts.get(key);
    if (known) return known;
    const address = account.autoCollectRequests ? tools.requestAddress(account.emailId) : undefined;
    const setting = setContact(contact, address, call);
    this.#contacts.set(key, setting);
    setting.catch(() => this.#contacts.delete(key));
    return setting;
  }

  async #reported(listingId: string, work: () => Promise<PublicationOutcome>): Promise<PublicationOutcome> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { account, grant, tools } = this.#options;
      if (error.kind === 'revoked') await tools.revoked(account.id, grant.id, error.failure.message);
      if (error.kind === 'bug') tools.alarm({ listingId, message: error.message });
      return { ok: false, failure: error.failure };
    }
  }
}
