import * as contracts from '@estate/contracts';
import type { Operation, OutputOf } from '@estate/contracts';
import { Conflict, InvalidInput, NotFound } from '@estate/errors';
import { etagOf } from '@estate/messaging';
import { currentTrace } from '@estate/observability';
import { hashOf } from '../src/applying/hash-of.ts';
import type { AttachmentBytes, StoredAttachment } from '../src/files/attachment-files.ts';

type Body = Record<string, unknown> & { id: string };

interface Stored extends Body {
  accountId: string;
  /** Grows with every change. */
  revision: number;
}

interface Order {
  input: Body;
  accountId: string;
  reservedId: string;
  ifMatch?: string | undefined;
}

/** The services that own properties, contacts and listings, as far as imports ask them. */
export class FakeOwners {
  readonly properties = new Map<string, Stored>();
  readonly contacts = new Map<string, Stored>();
  readonly listings = new Map<string, Stored>();
  readonly files = new Map<string, string>();
  /** Addresses of files that turned out to be dead. */
  readonly dead: OutputOf<typeof contracts.listAttachmentFailures>['data'] = [];
  /** Who made each change. */
  readonly actors: string[] = [];
  /** Fails an ask on purpose. */
  fail: (subject: string, input: Body) => Error | undefined = () => undefined;

  readonly bus = {
    ask: (operation: Operation, given: unknown, caller: { accountId: string }, options?: object) =>
      Promise.resolve().then(() => this.#answer(operation, { given, caller, options })),
  } as never;

  readonly store = {
    store: (_caller: unknown, { sha256, bytes }: AttachmentBytes): Promise<StoredAttachment> => {
      if (bytes.toString('latin1').startsWith('refused'))
        return Promise.resolve({
          refusal: { code: 'attachment_refused', message: 'The file is neither an image nor a PDF.' },
        });
      this.files.set(sha256, `https://api.example.org/attachments/${sha256.slice(0, 20)}`);
      return Promise.resolve({ url: this.files.get(sha256) ?? '' });
    },
    find: (_caller: unknown, sha256: string): Promise<{ url: string } | undefined> => {
      const url = this.files.get(sha256);
      return Promise.resolve(url === undefined ? undefined : { url });
    },
  };

  /** Somebody changes the resource of the next such ask just before it is answered. */
  changeBefore({ subject: awaited }: Operation, all: Map<string, Stored>, change: object): void {
    this.fail = (subject, { id }) => {
      if (subject !== awaited) return undefined;
      this.fail = () => undefined;
      const present = all.get(id);
      if (present) all.set(id, { ...present, ...change, revision: present.revision + 1 });
      return undefined;
    };
  }

  of(kind: 'properties' | 'contacts' | 'listings', accountId: string): Stored[] {
    return [...this[kind].values()].filter((one) => one.accountId === accountId);
  }

  #answer(
    { subject, input: schema }: Operation,
    asked: { given: unknown; caller: { accountId: string }; options?: object | undefined },
  ): unknown {
    const parsed = schema.safeParse(asked.given);
    if (!parsed.success) throw new InvalidInput(`${subject}: ${parsed.error.message}`);
    const input = parsed.data as Body;
    const failure = this.fail(subject, input);
    if (failure) throw failure;
    const { accountId } = asked.caller;
    const { reservedId = hashOf(Math.random()).slice(0, 20), ifMatch } = (asked.options ??
      {}) as Partial<Order>;
    const answer = this.#answers[subject];
    if (!answer) throw new Error(`nobody answers ${subject}`);
    return answer({ input, accountId, reservedId, ifMatch });
  }

  readonly #answers: Record<string, (order: Order) => unknown> = {
    [contracts.createProperty.subject]: (order) => {
      const { externalId } = order.input;
      const others = this.of('properties', order.accountId).filter(({ id }) => id !== order.reservedId);
      if (others.some((one) => one['externalId'] === externalId))
        throw new InvalidInput('The external id is taken.', { code: 'external-id-taken' });
      return this.#create(this.properties, order);
    },
    [contracts.updateProperty.subject]: (order) => {
      const present = this.#present(this.properties, order);
      if (present['type'] !== order.input['type'])
        throw new InvalidInput('type cannot change.', { code: 'immutable-field' });
      return this.#update(this.properties, order);
    },
    [contracts.deleteProperty.subject]: (order) => {
      const listed = this.of('listings', order.accountId).some((one) => one['propertyId'] === order.input.id);
      if (listed) throw new InvalidInput('It has listings.', { code: 'property-has-listings' });
      return this.#remove(this.properties, order);
    },
    [contracts.checkProperty.subject]: ({ input }) => ({
      exists: this.properties.has(String(input['propertyId'])),
    }),
    [contracts.getProperty.subject]: (order) => this.#present(this.properties, order),
    [contracts.listAttachmentFailures.subject]: ({ input }) => ({
      data: this.dead.filter(({ propertyId }) => (input['propertyIds'] as string[]).includes(propertyId)),
    }),
    [contracts.createContact.subject]: (order) => this.#create(this.contacts, order),
    [contracts.updateContact.subject]: (order) => this.#update(this.contacts, order),
    [contracts.getContact.subject]: (order) => this.#present(this.contacts, order),
    [contracts.createListing.subject]: (order) => {
      if (order.input['targetId'] === 'gone')
        throw new InvalidInput('There is no target with this id.', { code: 'target-unknown' });
      return this.#create(this.listings, order);
    },
    [contracts.getListing.subject]: (order) => this.#present(this.listings, order),
    [contracts.updateListing.subject]: (order) => {
      const { propertyId, targetId } = this.#present(this.listings, order);
      return this.#update(this.listings, { ...order, input: { ...order.input, propertyId, targetId } });
    },
    [contracts.deleteListing.subject]: (order) => this.#remove(this.listings, order),
    [contracts.listListings.subject]: ({ input, accountId }) => ({
      hasMore: false,
      data: this.of('listings', accountId).filter((one) => one['propertyId'] === input['propertyId']),
    }),
  };

  #create(all: Map<string, Stored>, { input, accountId, reservedId: id }: Order): Stored {
    this.#note();
    const known = all.get(id) ?? { ...input, id, accountId, revision: 1 };
    all.set(id, known);
    return known;
  }

  #update(all: Map<string, Stored>, order: Order): Stored {
    this.#note();
    const { revision, accountId, ...present } = this.#unchanged(all, order);
    const externalId = present['externalId'];
    const next = { ...order.input, externalId, accountId, revision: revision + 1 };
    all.set(next.id, next);
    return next;
  }

  #remove(all: Map<string, Stored>, order: Order): Stored {
    this.#note();
    const present = this.#present(all, order);
    all.delete(present.id);
    return present;
  }

  #present(all: Map<string, Stored>, { input: { id }, accountId }: Order): Stored {
    const present = all.get(id);
    if (present?.accountId !== accountId) throw new NotFound(`There is none with the id ${id}.`);
    return present;
  }

  #unchanged(all: Map<string, Stored>, order: Order): Stored {
    const present = this.#present(all, order);
    if (order.ifMatch !== undefined && order.ifMatch !== etagOf(JSON.stringify(present)))
      throw new Conflict('It has changed.', { code: 'precondition-failed' });
    return present;
  }

  #note(): void {
    const { actor } = currentTrace() ?? {};
    this.actors.push(`${actor?.kind ?? 'nobody'} ${actor?.name ?? ''}`);
  }
}
