import { ImapFlow } from 'imapflow';
import type { FetchMessageObject, ImapFlowOptions } from 'imapflow';
import { HEAD_BYTES } from '../../domain/mail.ts';
import type { Intake } from '../../intake/intake.ts';
import { Bell } from './bell.ts';
import type { Mailbox } from './mailbox.ts';
import type { Pace } from './pace.ts';

export interface SessionDeps {
  mailbox: Mailbox;
  intake: Intake;
  maxBytes: number;
  pollMs: number;
  /** Aborted when the mailbox is another's, or at a stop. */
  signal: AbortSignal;
  pace: Pace;
  onConnected: () => void;
}

const BATCH_BYTES = 32_000_000;
const HANDLED = '$EstateHandled';
const REFUSED = '$EstateRefused';
const CONNECT_MS = 20_000;
const SILENCE_MS = 90_000;

/**
 * Reads a mailbox over one connection until it ends. Which mails are handled is only what the server says: nothing is
 * remembered about UIDs, so their validity may change between two looks.
 */
export async function runSession(deps: SessionDeps): Promise<void> {
  const { mailbox, signal } = deps;
  signal.throwIfAborted();
  const client = new ImapFlow(optionsOf(mailbox));
  const bell = new Bell();
  let aborted: () => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    client.on('error', reject);
    client.on('close', () => reject(new Error('the connection to the mail server ended')));
    aborted = () => reject(signal.reason as Error);
    signal.addEventListener('abort', aborted);
  });
  failed.catch(() => undefined);
  client.on('exists', () => bell.ring());
  try {
    await Promise.race([failed, readOn(client, bell, deps)]);
  } finally {
    signal.removeEventListener('abort', aborted);
    client.close();
  }
}

async function readOn(client: ImapFlow, bell: Bell, deps: SessionDeps): Promise<never> {
  const { mailbox, pollMs } = deps;
  await client.connect();
  for (const folder of [mailbox.handledFolder, mailbox.refusedFolder]) {
    if (folder !== undefined) await client.mailboxCreate(folder);
  }
  const opened = await client.mailboxOpen(mailbox.folder);
  const acknowledge = acknowledger(client, mailbox, allowsKeywords(opened.permanentFlags));
  deps.onConnected();
  for (;;) {
    while ((await readBatch(client, deps, acknowledge)) > 0);
    const rung = bell.next(pollMs);
    // Ends by itself as soon as another command is given; where the server has no IDLE it asks from time to time.
    client.idle().catch(() => undefined);
    await rung;
  }
}

function optionsOf(mailbox: Mailbox): ImapFlowOptions {
  const { host, port, tls, user, password } = mailbox;
  return {
    host,
    port,
    secure: tls === 'implicit',
    ...(tls !== 'implicit' && { doSTARTTLS: tls === 'starttls' }),
    auth: { user, pass: password.reveal() },
    logger: false,
    disableAutoIdle: true,
    missingIdleCommand: 'NOOP',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  };
}

const allowsKeywords = (flags: Set<string> | undefined): boolean => flags?.has('\\*') ?? false;

interface Acknowledge {
  /** What tells mails that wait from those that are handled. */
  waiting: Record<string, unknown>;
  handled(uids: number[]): Promise<void>;
  refused(uids: number[]): Promise<void>;
}

/** Moves mails where there is a folder to move them to; else flags them, with \Seen where there are no keywords. */
function acknowledger(client: ImapFlow, mailbox: Mailbox, hasKeywords: boolean): Acknowledge {
  const flag = hasKeywords ? [HANDLED] : ['\\Seen'];
  const refusedFlag = hasKeywords ? [HANDLED, REFUSED] : ['\\Seen', '\\Flagged'];
  const put = (folder: string | undefined, flags: string[]) => async (uids: number[]) => {
    if (uids.length === 0) return;
    const range = uids.join(',');
    const done =
      folder === undefined
        ? await client.messageFlagsAdd(range, flags, { uid: true })
        : await client.messageMove(range, folder, { uid: true });
    if (done === false) throw new Error('the mail server did not take the acknowledgement');
  };
  const isMoved = mailbox.handledFolder !== undefined && mailbox.refusedFolder !== undefined;
  const unflagged = hasKeywords ? { unKeyword: HANDLED } : { seen: false };
  return {
    waiting: isMoved ? { all: true } : unflagged,
    handled: put(mailbox.handledFolder, flag),
    refused: put(mailbox.refusedFolder, refusedFlag),
  };
}

/** Takes the mails that wait, a batch at a time; returns how many it took. */
async function readBatch(client: ImapFlow, deps: SessionDeps, acknowledge: Acknowledge): Promise<number> {
  const waiting = (await client.search(acknowledge.waiting, { uid: true })) || [];
  const uids = waiting.slice(0, deps.pace.begin());
  if (uids.length === 0) return 0;
  const sizes = await client.fetchAll(uids.join(','), { uid: true, size: true }, { uid: true });
  const tooLarge = sizes.filter(({ size = 0 }) => size > deps.maxBytes).map(({ uid }) => uid);
  for (const uid of tooLarge) await take(deps, [await fetchHead(client, uid)], true);
  await acknowledge.refused(tooLarge);
  const batch = withinBytes(sizes.filter(({ uid }) => !tooLarge.includes(uid)));
  if (batch.length > 0) {
    const mails = await client.fetchAll(
      batch.join(','),
      { uid: true, size: true, source: true },
      { uid: true },
    );
    await take(deps, mails, false);
    await acknowledge.handled(mails.map(({ uid }) => uid));
  }
  deps.pace.succeeded();
  return sizes.length;
}

function withinBytes(mails: readonly FetchMessageObject[]): number[] {
  let bytes = 0;
  return mails
    .filter(({ size = 0 }, index) => {
      bytes += size;
      return index === 0 || bytes <= BATCH_BYTES;
    })
    .map(({ uid }) => uid);
}

async function fetchHead(client: ImapFlow, uid: number): Promise<FetchMessageObject> {
  const query = { uid: true, size: true, source: { start: 0, maxLength: HEAD_BYTES } };
  const mail = await client.fetchOne(String(uid), query, { uid: true });
  if (!mail) throw new Error('a mail went while it was read');
  return mail;
}

async function take(
  deps: SessionDeps,
  mails: readonly FetchMessageObject[],
  truncated: boolean,
): Promise<void> {
  deps.signal.throwIfAborted();
  const source = `imap:${deps.mailbox.name}`;
  const arrivals = mails.map(({ source: raw = Buffer.alloc(0), size = raw.length }) => ({
    raw,
    truncated,
    sizeBytes: size,
    source,
    envelopeTo: [],
  }));
  await deps.intake(arrivals);
}
