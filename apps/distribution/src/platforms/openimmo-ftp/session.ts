import { Unavailable } from '@estate/errors';
import type {
  DeletePublication,
  PlatformSession,
  Publication,
  PublicationFailure,
  PublicationOutcome,
  SetPublication,
} from '../platform.ts';
import type { Sender } from './account.ts';
import { failure, GaveUp } from './delivery/failures.ts';
import type { Connection } from './delivery/connection.ts';
import { deliver, type Delivery } from './delivery/deliver.ts';
import { hangUp } from './delivery/hang-up.ts';
import {
  AttachmentUnfit,
  composeDelete,
  composeEmpty,
  composeSet,
  entriesOf,
  nameOf,
  type Content,
} from './pack.ts';
import type { SchemaCheck } from './schema-check.ts';
import { archive, type Archive } from './zip.ts';

type Made = Omit<Delivery, 'signal' | 'isHeld'> | { failure: PublicationFailure };

interface Means {
  connection: Connection;
  schema: SchemaCheck;
  /** Whether the account is still this worker's. */
  isHeld(): boolean;
}

const NO_FULL_TRANSFERS: PublicationFailure = {
  code: 'internal',
  message: 'The platform does not accept full transfers.',
  repeat: false,
  scope: 'target',
};

/** Publishes over one open connection; once it is lost, every publication is answered with that. */
export class OpenimmoFtpSession implements PlatformSession {
  readonly #sender: Sender;
  readonly #connection: Connection;
  readonly #schema: SchemaCheck;
  readonly #isHeld: () => boolean;
  /** Packages that are made or being made and were not sent yet: one, besides the one that is sent. */
  readonly #made = new Map<Publication, Promise<Made>>();

  constructor(sender: Sender, { connection, schema, isHeld }: Means) {
    this.#sender = sender;
    this.#connection = connection;
    this.#schema = schema;
    this.#isHeld = isHeld;
  }

  ahead(publication: Publication): void {
    const making = this.#make(publication);
    // Whether it is sent at all is decided later; until then nobody listens.
    making.catch(() => undefined);
    this.#made.set(publication, making);
  }

  set(publication: SetPublication, signal: AbortSignal): Promise<PublicationOutcome> {
    return this.#publish(publication, signal);
  }

  delete(publication: DeletePublication, signal: AbortSignal): Promise<PublicationOutcome> {
    return this.#publish(publication, signal);
  }

  async empty(at: Date, signal: AbortSignal): Promise<PublicationOutcome> {
    if (!this.#sender.profile.fullTransfer) return { ok: false, failure: NO_FULL_TRANSFERS };
    const made = await this.#compose(composeEmpty(this.#sender, at));
    return 'failure' in made ? { ok: false, failure: made.failure } : this.#deliver(made, signal);
  }

  close(): Promise<void> {
    return hangUp(this.#connection);
  }

  async #publish(publication: Publication, signal: AbortSignal): Promise<PublicationOutcome> {
    const making = this.#made.get(publication) ?? this.#make(publication);
    this.#made.delete(publication);
    const made = await making;
    if ('failure' in made) return { ok: false, failure: made.failure };
    if (this.#connection.client.closed) return { ok: false, failure: this.#lost(made.name) };
    return this.#deliver(made, signal);
  }

  #deliver(made: Exclude<Made, { failure: unknown }>, signal: AbortSignal): Promise<PublicationOutcome> {
    return deliver(this.#connection, { ...made, signal, isHeld: this.#isHeld });
  }

  async #make(publication: Publication): Promise<Made> {
    const composed =
      'snapshot' in publication
        ? composeSet(this.#sender, publication)
        : composeDelete(this.#sender, publication);
    return composed.ok ? this.#compose(composed.content) : composed;
  }

  async #compose(content: Content): Promise<Made> {
    const approval = this.#refusal(content);
    const packed = await this.#pack(content);
    if ('failure' in packed) return packed;
    return { name: nameOf(this.#sender, content), archive: packed.archive, approval };
  }

  #lost(path: string): PublicationFailure {
    const { host, username, redact } = this.#connection;
    return failure(new GaveUp('The connection is closed.'), { phase: 'store', host, username, redact, path });
  }

  /** An invalid document is a mistake of this service, whatever the property says. */
  async #refusal({ document }: Content): Promise<PublicationFailure | undefined> {
    try {
      const { valid, errors } = await this.#schema.check(document);
      if (valid) return undefined;
      const message = `The document does not follow the schema and was not sent: ${errors.join(' ').slice(0, 500)}`;
      return { code: 'internal', message, repeat: false, scope: 'listing' };
    } catch {
      const message = 'The document could not be checked against the schema and was not sent.';
      return { code: 'internal', message, repeat: true, scope: 'listing' };
    }
  }

  async #pack(content: Content): Promise<{ archive: Archive } | { failure: PublicationFailure }> {
    try {
      const entries = await entriesOf(this.#sender, content);
      return { archive: await archive(entries, content.identity.at) };
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      const scope = 'listing';
      if (error instanceof AttachmentUnfit) {
        return { failure: { code: 'validation_rejected', message: error.message, repeat: false, scope } };
      }
      const message = 'The attachments of the property could not be read. The publication is retried.';
      return { failure: { code: 'internal', message, repeat: true, scope } };
    }
  }
}
