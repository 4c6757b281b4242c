import { lowerCaseAscii } from '@estate/contracts';
import type { Bytes } from '@estate/persistence';
import type { Origin } from '../origin.ts';
import type { Events } from '../telemetry.ts';
import { deliveredTo } from '../reading/head-reading.ts';
import { readHead } from '../reading/mail-head.ts';
import { MOST_RECIPIENTS } from '../domain/mail.ts';
import type { MailRecord } from '../domain/mail.ts';
import type { WaitingMails } from '../processing/waiting-mails.ts';
import type { MailStore } from '../stores/mail-store.ts';
import { contentKey } from './content-key.ts';
import type { RawMail } from './raw-mail.ts';

/** An email as a source delivers it. */
export interface Arrival {
  /** The whole email, or its beginning when it was too large. */
  raw: RawMail;
  truncated: boolean;
  sizeBytes: number;
  source: string;
  /** Recipients of the envelope, where the source knows them. */
  envelopeTo: readonly string[];
}

export interface IntakeDeps extends Origin {
  raws: Pick<Bytes, 'put' | 'putAll'>;
  mails: Pick<MailStore, 'addAll'>;
  events: Pick<Events, 'mailReceived'>;
  waiting: Pick<WaitingMails, 'reserve' | 'add' | 'release'>;
  /** Called when emails are due that could not be kept in memory. */
  wake: () => void;
  keptMs: number;
}

export type Intake = (arrivals: readonly Arrival[]) => Promise<void>;

/** Stores raw emails; when it resolves, they may be acknowledged at their source. */
export const intake =
  (deps: IntakeDeps): Intake =>
  async (arrivals) => {
    const records = await Promise.all(arrivals.map((arrival) => recordOf(deps, arrival)));
    await storeRaws(deps, arrivals);
    const claims = arrivals.map(({ raw }) => (raw.isInMemory ? deps.waiting.reserve(raw.length) : undefined));
    const release = (index: number) => {
      if (claims[index]) deps.waiting.release(arrivals[index]?.raw.length ?? 0);
    };
    const mails = records.map((record, index) => ({ record, by: claims[index] }));
    const added = await deps.mails.addAll(mails).catch((error: unknown) => {
      arrivals.forEach((_arrival, index) => release(index));
      throw error;
    });
    // An account may have erased the email, and its bytes, since they were stored.
    const again = arrivals.filter((_arrival, index) => added[index]?.mayLackBytes);
    if (again.length > 0) await storeRaws(deps, again);
    for (const [index, { raw, source, sizeBytes }] of arrivals.entries()) {
      const mail = added[index];
      if (mail?.claimed) deps.waiting.add(mail.claimed, raw.head);
      else release(index);
      deps.events.mailReceived({ source, mailId: mail?.id ?? '', copy: !mail?.isNew, sizeBytes });
    }
    if (claims.includes(undefined)) deps.wake();
  };

/** Stores short emails together; long ones are read from their files while they are stored. */
async function storeRaws({ raws }: IntakeDeps, arrivals: readonly Arrival[]): Promise<void> {
  const mails = arrivals.map(({ raw }) => raw);
  const short = mails.filter(({ isInMemory }) => isInMemory);
  if (short.length > 0) {
    await raws.putAll(short.map(({ sha256, head }) => ({ name: sha256, bytes: head })));
  }
  for (const raw of mails.filter(({ isInMemory }) => !isInMemory)) {
    await raws.put(raw.sha256, raw.read(0, raw.length), {});
  }
}

async function recordOf(
  deps: IntakeDeps,
  { raw, truncated, sizeBytes, source, envelopeTo }: Arrival,
): Promise<MailRecord> {
  const head = readHead(raw.head);
  const recipients = new Set([...envelopeTo.map(lowerCaseAscii), ...deliveredTo(head)]);
  const receivedAt = deps.clock();
  return {
    id: deps.newId(),
    key: await contentKey(raw, head),
    rawSha256: raw.sha256,
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
