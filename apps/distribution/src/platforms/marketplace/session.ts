import type {
  AuthorizedAccount,
  DeletePublication,
  PublicationOutcome,
  PlatformSession,
  Remember,
  SetPublication,
} from '../platform.ts';
import { synchronizeAttachments } from './attachments/synchronize.ts';
import type { MarketplaceClient } from './client.ts';
import { CallFailed } from './failures.ts';
import { failureOf, findProblems } from './problems.ts';
import type { MarketplaceProfile } from './profile.ts';
import { findOwn, isPublished, publish, removeObject, setContact, setObject, unpublish } from './steps.ts';
import type { MarketplaceTools } from './tools.ts';

export type Grant = NonNullable<AuthorizedAccount['grant']>;

export interface SessionOptions {
  account: AuthorizedAccount;
  grant: Grant;
  client: MarketplaceClient;
  profile: MarketplaceProfile;
  tools: MarketplaceTools;
}

/** Publishes for one end user; there is no connection to keep, only what was already done in this session. */
export class MarketplaceSession implements PlatformSession {
  readonly #options: SessionOptions;
  /** Ids of the contacts that are up to date. */
  readonly #contacts = new Map<string, Promise<string>>();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  set(publication: SetPublication, signal: AbortSignal, remember: Remember): Promise<PublicationOutcome> {
    return this.#reported(publication.listingId, async () => {
      const { account, profile, tools } = this.#options;
      const refusal = failureOf(findProblems(profile, account, publication.snapshot));
      if (refusal) return { ok: false, failure: refusal };
      const step = { client: this.#options.client, signal };
      const contact = await this.#contact(publication, signal);
      const known = publication.remote;
      const objectId = await setObject(publication.snapshot, { ...step, known, contact, remember });
      const attachmentTools = { client: step.client, profile, attachment: tools.attachment };
      await synchronizeAttachments(objectId, publication.snapshot, { tools: attachmentTools, signal });
      if (publication.preventPublication) {
        await unpublish(objectId, step);
        return { ok: true, published: false };
      }
      await this.#publish(objectId, publication, signal);
      return { ok: true, publicUrl: profile.pageUrl.replace('{id}', encodeURIComponent(objectId)) };
    });
  }

  delete(publication: DeletePublication, signal: AbortSignal): Promise<PublicationOutcome> {
    return this.#reported(publication.listingId, async () => {
      const step = { client: this.#options.client, signal };
      const objectId = publication.remote?.objectId ?? (await findOwn(publication.property.externalId, step));
      if (objectId === undefined) return { ok: true };
      await unpublish(objectId, step);
      await removeObject(objectId, step);
      return { ok: true };
    });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #contact({ snapshot: { contact } }: SetPublication, signal: AbortSignal): Promise<string> | undefined {
    if (!contact) return undefined;
    const { account, client, tools } = this.#options;
    const key = `${contact.id} ${contact.updatedAt}`;
    const known = this.#contacts.get(key);
    if (known) return known;
    const address = account.autoCollectRequests ? tools.requestAddress(account.emailId) : undefined;
    const setting = setContact(contact, address, { client, signal });
    this.#contacts.set(key, setting);
    setting.catch(() => this.#contacts.delete(key));
    return setting;
  }

  /** An object that was published before most often still is; only the other ones need the account's lease. */
  async #publish(objectId: string, { firstTime }: SetPublication, signal: AbortSignal): Promise<void> {
    const { account, client, tools } = this.#options;
    const step = { client, signal };
    if (!firstTime && (await isPublished(objectId, step))) return;
    await tools.publishLeases.take(account, () => publish(objectId, step), signal);
  }

  async #reported(listingId: string, work: () => Promise<PublicationOutcome>): Promise<PublicationOutcome> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { account, grant, tools } = this.#options;
      if (error.kind === 'revoked') await tools.revoked(account.id, grant.id);
      if (error.kind === 'bug') tools.alarm({ listingId, message: error.message });
      return { ok: false, failure: error.failure };
    }
  }
}
