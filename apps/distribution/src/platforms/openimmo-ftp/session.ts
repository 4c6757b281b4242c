import { tmpdir } from 'node:os';
import { Spool } from '../../attachments/spool.ts';
import type { SentFile } from '../../domain/sent-files.ts';
import type {
  DeletePublication,
  Opening,
  PlatformSession,
  Publication,
  PublicationFailure,
  PublicationOutcome,
  SetPublication,
} from '../platform.ts';
import { NO_FULL_TRANSFERS } from '../platform.ts';
import type { Sender } from './account.ts';
import { failure, Interrupted } from './delivery/failures.ts';
import { unreadable } from './delivery/source-failure.ts';
import type { Connection } from './delivery/connection.ts';
import { deliver, type Delivery } from './delivery/deliver.ts';
import { hangUp } from './delivery/hang-up.ts';
import { removeLeftovers } from './delivery/leftovers.ts';
import {
  AttachmentUnfit,
  composeDelete,
  composeFull,
  composeSet,
  entriesOf,
  nameOf,
  type Content,
} from './pack.ts';
import { readReportFolder } from './report-folder.ts';
import { schemaRefusal } from './schema-refusal.ts';
import { archive } from './zip.ts';

type Package = Omit<Delivery, 'signal' | 'isHeld'> & { sent?: SentFile[] | undefined; spool: Spool };
type Made = Package | { failure: PublicationFailure };

/** Removes the files that interrupted sessions left behind; then returns a session that can publish. */
export async function beginSession(
  sender: Sender,
  connection: Connection,
  { signal, isHeld }: Pick<Delivery, 'signal' | 'isHeld'>,
): Promise<Opening> {
  const failure = await removeLeftovers(connection, sender.account.id, signal);
  if (failure === undefined) {
    return { ok: true, session: new OpenimmoFtpSession(sender, connection, isHeld) };
  }
  await hangUp(connection);
  return { ok: false, failure };
}

/** Publishes over one open connection; once it is lost, every publication fails with that reason. */
class OpenimmoFtpSession implements PlatformSession {
  readonly #sender: Sender;
  readonly #connection: Connection;
  readonly #isHeld: () => boolean;
  readonly readReports?: NonNullable<PlatformSession['readReports']>;
  /** Packages that are ready or in preparation and were not sent yet: one, besides the one that is sent. */
  readonly #made = new Map<Publication, Promise<Made>>();

  constructor(sender: Sender, connection: Connection, isHeld: () => boolean) {
    this.#sender = sender;
    this.#connection = connection;
    this.#isHeld = isHeld;
    if (sender.profile.reportFolder)
      this.readReports = (taking, signal) => readReportFolder(sender, connection, { taking, signal });
  }

  ahead(publication: Publication): void {
    const making = this.#make(publication);
    // It is decided later whether it is sent. Until then a rejection has no handler.
    making.catch(() => undefined);
    this.#made.set(publication, making);
  }

  set(publication: SetPublication, signal: AbortSignal): Promise<PublicationOutcome> {
    return this.#publish(publication, signal);
  }

  delete(publication: DeletePublication, signal: AbortSignal): Promise<PublicationOutcome> {
    return this.#publish(publication, signal);
  }

  async full(
    publications: readonly SetPublication[],
    at: Date,
    signal: AbortSignal,
  ): Promise<PublicationOutcome> {
    if (!this.#sender.profile.fullTransfer) return { ok: false, failure: NO_FULL_TRANSFERS };
    const made = await this.#compose(composeFull(this.#sender, publications, at));
    if ('failure' in made) return { ok: false, failure: made.failure };
    try {
      return { ...(await this.#deliver(made, signal)), fileName: made.name };
    } finally {
      await made.spool.close();
    }
  }

  async close(): Promise<void> {
    // Nobody waits for a package that is not sent.
    for (const making of this.#made.values()) void making.then(drop).catch(() => undefined);
    this.#made.clear();
    await hangUp(this.#connection);
  }

  async #publish(publication: Publication, signal: AbortSignal): Promise<PublicationOutcome> {
    const making = this.#made.get(publication) ?? this.#make(publication);
    this.#made.delete(publication);
    const made = await making;
    if ('failure' in made) return { ok: false, failure: made.failure };
    try {
      return await this.#send(made, signal);
    } finally {
      await made.spool.close();
    }
  }

  async #send(made: Package, signal: AbortSignal): Promise<PublicationOutcome> {
    const { name: fileName, sent } = made;
    if (!this.#connection.client.closed) {
      const outcome = await this.#deliver(made, signal);
      return { ...outcome, fileName, ...(outcome.ok && sent && { files: sent }) };
    }
    const lost = { ...this.#connection, phase: 'store' as const, path: fileName };
    return { ok: false, failure: failure(new Interrupted('The connection is closed.'), lost), fileName };
  }

  #deliver(made: Package, signal: AbortSignal): Promise<PublicationOutcome> {
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
    const approval = schemaRefusal(content.document);
    const spool = new Spool(this.#sender.tools.workDirectory ?? tmpdir());
    try {
      const entries = await entriesOf(this.#sender, content, spool);
      const packed = archive(entries, content.identity.at);
      return { name: nameOf(this.#sender, content), archive: packed, approval, sent: content.sent, spool };
    } catch (error) {
      await spool.close();
      if (!(error instanceof AttachmentUnfit)) return { failure: unreadable(error) };
      const scope = 'listing';
      return { failure: { code: 'validation_rejected', message: error.message, repeat: false, scope } };
    }
  }
}

const drop = async (made: Made): Promise<void> => {
  if ('spool' in made) await made.spool.close();
};
