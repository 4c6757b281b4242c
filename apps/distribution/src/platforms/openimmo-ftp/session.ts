import type { DeleteJob, Outcome, PlatformSession, PublicationFailure, SetJob } from '../platform.ts';
import type { Sender } from './account.ts';
import { failure, GaveUp } from './delivery/failures.ts';
import type { Connection } from './delivery/connection.ts';
import { deliver } from './delivery/deliver.ts';
import { hangUp } from './delivery/hang-up.ts';
import { AttachmentUnfit, composeDelete, composeSet, entriesOf, nameOf, type Content } from './pack.ts';
import type { SchemaCheck } from './schema-check.ts';
import { archive, type Archive } from './zip.ts';

/** Publishes over one open connection; once it is lost, every job is answered with that. */
export class OpenimmoFtpSession implements PlatformSession {
  readonly #sender: Sender;
  readonly #connection: Connection;
  readonly #schema: SchemaCheck;

  constructor(sender: Sender, connection: Connection, schema: SchemaCheck) {
    this.#sender = sender;
    this.#connection = connection;
    this.#schema = schema;
  }

  async set(job: SetJob, signal: AbortSignal): Promise<Outcome> {
    const composed = composeSet(this.#sender, job);
    return composed.ok ? this.#publish(composed.content, signal) : composed;
  }

  delete(job: DeleteJob, signal: AbortSignal): Promise<Outcome> {
    return this.#publish(composeDelete(this.#sender, job), signal);
  }

  close(): Promise<void> {
    return hangUp(this.#connection);
  }

  async #publish(content: Content, signal: AbortSignal): Promise<Outcome> {
    const name = nameOf(this.#sender, content);
    if (this.#connection.client.closed) return { ok: false, failure: this.#lost(name) };
    const approval = this.#refusal(content);
    const packed = await this.#pack(content);
    if ('failure' in packed) return { ok: false, failure: packed.failure };
    return deliver(this.#connection, { name, archive: packed.archive, approval, signal });
  }

  #lost(path: string): PublicationFailure {
    const { host, username } = this.#connection;
    return failure(new GaveUp('The connection is closed.'), { phase: 'store', host, username, path });
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
      const scope = 'listing';
      if (error instanceof AttachmentUnfit) {
        return { failure: { code: 'validation_rejected', message: error.message, repeat: false, scope } };
      }
      const message = 'The attachments of the property could not be read; it is tried again.';
      return { failure: { code: 'internal', message, repeat: true, scope } };
    }
  }
}
