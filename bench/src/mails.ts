import { setTimeout as sleep } from 'node:timers/promises';
import type { Property, Target } from '@estate/contracts';
import { hasDovecot, startDovecot } from '@estate/testing';
import type { Dovecot } from '@estate/testing';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { forkScript } from './plain/forked-script.ts';
import type { ForkedScript } from './plain/forked-script.ts';
import type { MailOrder, MailsRead } from './plain/mail-order.ts';
import { cpuBetween, cpuTimes, sum, untilQuiet } from './processes.ts';
import { markdownTable, median, say } from './report.ts';
import { sampleMail } from './sample-mail.ts';
import { sampleProperty } from './sample-property.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

const ROUNDS = 3;
const MAILS = 500;

interface Round {
  perSecond: number;
  cpuMsPerMail: number;
  /** The same by process; the bare side is one. */
  byProcess?: ReadonlyMap<string, number>;
}

/**
 * Measures emails per second from a real IMAP server to stored requests, compared with imapflow and simpleParser alone, and with one plain
 * process that stores the same.
 */
export async function measureMails(): Promise<void> {
  if (!hasDovecot()) throw new Error('This needs a mail server (Debian: apt-get install dovecot-imapd).');
  const dovecot = await startDovecot();
  const mailbox = {
    name: 'bench',
    host: '127.0.0.1',
    port: dovecot.port,
    tls: 'none',
    user: 'inbox',
    password: 'secret',
    handledFolder: 'Handled',
    refusedFolder: 'Refused',
  };
  const env = { IMAP_MAILBOXES: JSON.stringify([mailbox]), IMAP_POLL_MS: '2000' };
  try {
    await withStack((measured) => compare(measured, dovecot), { env });
  } finally {
    await dovecot.stop();
  }
}

async function compare({ stack, api }: Measured, dovecot: Dovecot): Promise<void> {
  await api.post<Property>('/properties', { ...sampleProperty, attachments: [], externalId: 'P-77' });
  const target = await api.post<Target>('/targets', {
    type: 'immowelt',
    credentials: { host: 'localhost', username: 'a', password: 'b', providerNumber: 'A-1' },
  });
  const to = `${target.emailId}@${stack.inboxDomain}`;
  const processes = processesOf(stack);
  const metrics = `http://127.0.0.1:${String(stack.settings.ports.inboxInternal)}/metrics`;
  const ours: Round[] = [];
  const bare: Round[] = [];
  const plain: Round[] = [];
  const env = { MONGODB_URI: stack.mongoUri, MONGODB_DATABASE: 'bench-plain-mails' };
  const script = await forkScript<MailOrder, MailsRead>('mail-script.ts', env);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const mails = Array.from({ length: MAILS }, (_, n) => sampleMail(to, round * MAILS + n));
    await untilQuiet(processes);
    const bareRound = await readBare(dovecot, `bare-${String(round)}`, mails);
    await untilQuiet(processes);
    const plainRound = await readPlainly({ dovecot, script }, `plain-${String(round)}`, mails);
    await untilQuiet(processes);
    const before = await requestsMade(metrics);
    const cpuBefore = cpuTimes(processes);
    const startedMs = performance.now();
    await dovecot.deliver('inbox', ...mails);
    while ((await requestsMade(metrics)) < before + MAILS) await sleep(250);
    const seconds = (performance.now() - startedMs) / 1000;
    await untilQuiet(processes);
    const byProcess = cpuBetween(cpuBefore, cpuTimes(processes));
    const oursRound = {
      perSecond: MAILS / seconds,
      cpuMsPerMail: sum(byProcess.values()) / MAILS,
      byProcess,
    };
    say(
      `round ${String(round)}: bare ${bareRound.perSecond.toFixed(0)}/s, plain ${plainRound.perSecond.toFixed(0)}/s, inbox ${oursRound.perSecond.toFixed(0)}/s`,
    );
    // The first round warms both sides up.
    if (round > 0) {
      ours.push(oursRound);
      bare.push(bareRound);
      plain.push(plainRound);
    }
  }
  script.stop();
  report({ ours, bare, plain });
}

/** Processor time of each process, in milliseconds a mail. */
function reportProcesses(ours: readonly Round[]): void {
  const names = [...(ours[0]?.byProcess?.keys() ?? [])];
  const times = names.map((name) => median(ours.map(({ byProcess }) => (byProcess?.get(name) ?? 0) / MAILS)));
  say('');
  say(
    markdownTable([
      ['CPU ms/mail', ...names],
      ['inbox', ...times.map((time) => time.toFixed(2))],
    ]),
  );
}

async function readBare(dovecot: Dovecot, user: string, mails: readonly Buffer[]): Promise<Round> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: dovecot.port,
    secure: false,
    auth: { user, pass: 'secret' },
    logger: false,
  });
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  await dovecot.deliver(user, ...mails);
  await client.connect();
  await client.mailboxOpen('INBOX');
  let read = 0;
  for await (const { source } of client.fetch('1:*', { source: true })) {
    if (source) await simpleParser(source);
    read += 1;
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const { user: userUs, system } = process.cpuUsage(cpuBefore);
  await client.logout();
  if (read !== mails.length) throw new Error(`read ${String(read)} of ${String(mails.length)} emails`);
  return { perSecond: read / seconds, cpuMsPerMail: (userUs + system) / 1000 / read };
}

/** One process that reads, parses and stores the email, the request and the event, in the database of the system. */
async function readPlainly(
  { dovecot, script }: { dovecot: Dovecot; script: ForkedScript<MailOrder, MailsRead> },
  user: string,
  mails: readonly Buffer[],
): Promise<Round> {
  const startedMs = performance.now();
  await dovecot.deliver(user, ...mails);
  const { stored, cpuMs } = await script.run({ port: dovecot.port, user });
  const seconds = (performance.now() - startedMs) / 1000;
  if (stored !== mails.length) throw new Error(`stored ${String(stored)} of ${String(mails.length)} emails`);
  return { perSecond: stored / seconds, cpuMsPerMail: cpuMs / stored };
}

async function requestsMade(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^inbox_requests_created_total\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
}

function report({ ours, bare, plain }: Record<'ours' | 'bare' | 'plain', readonly Round[]>): void {
  const rate = (rounds: readonly Round[]) => median(rounds.map(({ perSecond }) => perSecond));
  const cpu = (rounds: readonly Round[]) => median(rounds.map(({ cpuMsPerMail }) => cpuMsPerMail));
  const row = (name: string, rounds: readonly Round[]) => [
    name,
    rate(rounds).toFixed(0),
    cpu(rounds).toFixed(2),
    (rate(rounds) / rate(bare)).toFixed(2),
    (rate(rounds) / rate(plain)).toFixed(2),
  ];
  say(
    markdownTable([
      ['', 'mails/s', 'CPU ms/mail', 'of bare', 'of the same work'],
      row('imapflow + simpleParser', bare),
      row('one plain process that stores the same (without the database)', plain),
      row('IMAP to stored request', ours),
    ]),
  );
  reportProcesses(ours);
}
