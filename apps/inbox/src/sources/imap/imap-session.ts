import { once } from 'node:events';
import { ImapFlow } from 'imapflow';
import type { ImapFlowOptions } from 'imapflow';
import { HEAD_BYTES } from '../../domain/mail.ts';
import { acknowledger } from './acknowledge.ts';
import type { Acknowledge } from './acknowledge.ts';
import type { MailboxStore } from '../../stores/mailbox-store.ts';
import type { Mailbox } from './mailbox.ts';
import { BatchReader } from './read-batch.ts';
import type { BatchDeps } from './read-batch.ts';

export interface SessionDeps extends BatchDeps {
  pollMs: number;
  onConnected: () => void;
  mailboxes: Pick<MailboxStore, 'endReread' | 'reread'>;
}

const CONNECT_MS = 20_000;
const SILENCE_MS = 90_000;

/**
 * Reads a mailbox over one connection until it ends. Only the server knows which emails are handled: nothing is remembered about
 * UIDs, so their validity may change at any time.
 */
export async function runSession(deps: SessionDeps): Promise<void> {
  const { mailbox, signal } = deps;
  signal.throwIfAborted();
  const client = new ImapFlow(optionsOf(mailbox, deps.maxBytes));
  // Errors end the wait below; the library may report further ones after it.
  client.on('error', () => undefined);
  const ended = once(client, 'close', { signal }).then(() => {
    throw new Error('the connection to the mail server ended');
  });
  try {
    await Promise.race([ended, readOn(client, deps)]);
  } finally {
    client.close();
  }
}

async function readOn(client: ImapFlow, deps: SessionDeps): Promise<never> {
  const { mailbox, pollMs } = deps;
  await client.connect();
  for (const folder of [mailbox.handledFolder, mailbox.refusedFolder]) {
    if (folder !== undefined) await client.mailboxCreate(folder);
  }
  const opened = await client.mailboxOpen(mailbox.folder);
  const acknowledge = acknowledger(client, mailbox, allowsKeywords(opened.permanentFlags));
  const batches = new BatchReader(client, deps, acknowledge);
  deps.onConnected();
  try {
    for (;;) {
      // Listens before it looks, so that an email that arrives in between is noticed.
      const news = once(client, 'exists', { signal: AbortSignal.timeout(pollMs) }).catch(() => undefined);
      await rereadIfOrdered(acknowledge, deps);
      while ((await batches.next()) > 0);
      // Ends by itself as soon as another command is given; where the server has no IDLE, it polls.
      client.idle().catch(() => undefined);
      await news;
    }
  } finally {
    await batches.close();
  }
}

/** The database was restored from a backup: the server still has what the backup does not. */
async function rereadIfOrdered(
  acknowledge: Acknowledge,
  { mailbox, mailboxes }: Pick<SessionDeps, 'mailbox' | 'mailboxes'>,
): Promise<void> {
  const since = await mailboxes.reread(mailbox.name);
  if (!since) return;
  await acknowledge.undo(since);
  await mailboxes.endReread(mailbox.name, since);
}

function optionsOf(mailbox: Mailbox, maxBytes: number): ImapFlowOptions {
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
    // For servers without partial fetches.
    maxLiteralSize: 2 * maxBytes + HEAD_BYTES,
  };
}

const allowsKeywords = (flags: Set<string> | undefined): boolean => flags?.has('\\*') ?? false;
