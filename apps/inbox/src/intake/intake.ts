import { createHash } from 'node:crypto';
import type { Origin } from '../origin.ts';
import type { Events } from '../events.ts';
import { deliveredTo } from '../reading/head-reading.ts';
import { LIMITS } from '../reading/limits.ts';
import { readHead } from '../reading/mail-head.ts';
import type { MailRecord } from '../domain/mail.ts';
import type { ClaimBy, ClaimedMail } from '../stores/mail-queue.ts';
import type { MailStore } from '../stores/mail-store.ts';
import type { RawStore } from '../stores/raw-store.ts';
import { contentKey } from './content-key.ts';

/** A mail as a source hands it over. */
export interface Arrival {
  /** The whole mail, or its beginning when it was too large. */
  raw: Buffer;
  truncated: boolean;
  sizeBytes: number;
  source: string;
  /** Recipients of the envelope, where the source knows them. */
  envelopeTo: readonly string[];
}

/** The place where mails wait in memory to be read at once. */
export interface Room {
  /** Keeps a place for a mail of this size; undefined when there is none. */
  reserve(bytes: number): ClaimBy | undefined;
  fill(claimed: ClaimedMail, raw: Buffer): void;
  giveBack(bytes: number): void;
}

export interface IntakeDeps extends Origin {
  raws: Pick<RawStore, 'putAll'>;
  mails: Pick<MailStore, 'addAll'>;
  events: Pick<Events, 'mailReceived'>;
  room: Room;
  keptMs: number;
}

export type Intake = (arrivals: readonly Arrival[]) => Promise<void>;

/** Stores mails raw; when it resolves, they may be acknowledged at their source. */
export const intake =
  (deps: IntakeDeps): Intake =>
  async (arrivals) => {
    const records = arrivals.map((arrival) => recordOf(deps, arrival));
    await deps.raws.putAll(
      arrivals.map(({ raw }, index) => ({ name: records[index]?.rawSha256 ?? '', bytes: raw })),
    );
    const places = arrivals.map(({ raw }) => deps.room.reserve(raw.length));
    const giveBack = (index: number) => {
      if (places[index]) deps.room.giveBack(arrivals[index]?.raw.length ?? 0);
    };
    const mails = records.map((record, index) => ({ record, by: places[index] }));
    const added = await deps.mails.addAll(mails).catch((error: unknown) => {
      arrivals.forEach((_arrival, index) => giveBack(index));
      throw error;
    });
    for (const [index, { raw, source, sizeBytes }] of arrivals.entries()) {
      const mail = added[index];
      if (mail?.claimed) deps.room.fill(mail.claimed, raw);
      else giveBack(index);
      deps.events.mailReceived({ source, mailId: mail?.id ?? '', copy: !mail?.isNew, sizeBytes });
    }
  };

function recordOf(deps: IntakeDeps, { raw, truncated, sizeBytes, source, envelopeTo }: Arrival): MailRecord {
  const head = readHead(raw);
  const recipients = new Set([...envelopeTo.map((each) => each.toLowerCase()), ...deliveredTo(head)]);
  const receivedAt = deps.clock();
  return {
    id: deps.newId(),
    key: contentKey(raw, head),
    rawSha256: createHash('sha256').update(raw).digest('hex'),
    sizeBytes,
    truncated,
    source,
    recipients: [...recipients].slice(0, LIMITS.addresses),
    state: 'pending',
    receivedAt,
    expiresAt: new Date(receivedAt.getTime() + deps.keptMs),
    results: [],
  };
}
