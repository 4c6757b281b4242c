import { createHash } from 'node:crypto';
import type { Origin } from '../origin.ts';
import type { Events } from '../events.ts';
import { deliveredTo } from '../reading/head-reading.ts';
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
  raws: Pick<RawStore, 'put'>;
  mails: Pick<MailStore, 'add'>;
  events: Pick<Events, 'mailReceived'>;
  room: Room;
  keptMs: number;
}

export type Intake = (arrival: Arrival) => Promise<void>;

const MOST_RECIPIENTS = 50;

/** Stores mails raw; when it resolves, the mail may be acknowledged at its source. */
export const intake =
  (deps: IntakeDeps): Intake =>
  async (arrival) => {
    const record = recordOf(deps, arrival);
    await deps.raws.put(record.rawSha256, arrival.raw);
    const by = deps.room.reserve(arrival.raw.length);
    const added = await deps.mails.add(record, by).catch((error: unknown) => {
      if (by) deps.room.giveBack(arrival.raw.length);
      throw error;
    });
    if (added.claimed) deps.room.fill(added.claimed, arrival.raw);
    else if (by) deps.room.giveBack(arrival.raw.length);
    const { source, sizeBytes } = arrival;
    deps.events.mailReceived({ source, mailId: added.id, copy: !added.isNew, sizeBytes });
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
    recipients: [...recipients].slice(0, MOST_RECIPIENTS),
    state: 'pending',
    receivedAt,
    expiresAt: new Date(receivedAt.getTime() + deps.keptMs),
    results: [],
  };
}
