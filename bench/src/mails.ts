import { setTimeout as sleep } from 'node:timers/promises';
import type { Property, Target } from '@estate/contracts';
import { hasDovecot, startDovecot } from '@estate/testing';
import type { Dovecot } from '@estate/testing';
import { ImapFlow } from 'imapflow';
import { simpleParser } from 'mailparser';
import { forkScript } from './plain/forked-script.ts';
import type { ForkedScript } from './plain/forked-script.ts';
import type { MailOrder, MailsRead } from './plain/mail-order.ts';
import { recorded } from './profiles/recorded.ts';
import { cpuBetween, cpuTimes, sum, untilQuiet } from './processes.ts';
import type { Processes } from './processes.ts';
import { markdownTable, median, say } from './report.ts';
import { sampleMail } from './sample-mail.ts';
import { sampleProperty } from './sample-property.ts';
import { processesOf, withStack } from './with-stack.ts';
import type { Measured } from './with-stack.ts';

/** The code of both sides gets faster for some thousand emails. */
const WARM_UP_ROUNDS = 1;
const ROUNDS = 3;
/** So many that what comes once, such as noticing the first email, does not count. */
const MAILS = 12_000;
/** The process that is the database of both sides. */
const DATABASE = 'embedded-mongo';

/** Looks cost the inbox time, so there are many only when it is about to be ready. */
const POLL_MS = { early: 500, late: 50 };
const SIDES = ['bare', 'plain', 'ours'] as const;
type Side = (typeof SIDES)[number];

/** Emails that are written, but not in the mailbox before `arrive` is called. */
interface Arrived {
  user: string;
  arrive: () => Promise<void>;
}

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
  // The inbox looks for a mailbox that is missing again after growing pauses.
  await dovecot.deliver('inbox');
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
  const rounds: Record<Side, Round[]> = { bare: [], plain: [], ours: [] };
  const env = { MONGODB_URI: stack.mongoUri, MONGODB_DATABASE: 'bench-plain-mails' };
  const script = await forkScript<MailOrder, MailsRead>('mail-script.ts', env);
  const sides: Record<Side, (arrived: Arrived) => Promise<Round>> = {
    bare: (arrived) => readBare(dovecot, arrived),
    plain: (arrived) => readPlainly({ dovecot, script, processes }, arrived),
    ours: (arrived) => readByInbox({ metrics, processes }, arrived),
  };
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const mails = Array.from({ length: MAILS }, (_, n) => sampleMail(to, round * MAILS + n));
    for (const side of SIDES) {
      const user = side === 'ours' ? 'inbox' : `${side}-${String(round)}`;
      const arrive = await dovecot.stage(user, ...mails);
      await untilQuiet(processes);
      const measured = await sides[side]({ user, arrive });
      say(`round ${String(round)}: ${side} ${measured.perSecond.toFixed(0)}/s`);
      if (round >= WARM_UP_ROUNDS) rounds[side].push(measured);
    }
  }
  script.stop();
  report(rounds);
}

/** From the arrival of the emails to the last stored request; the processor time also of what follows. */
async function readByInbox(
  { metrics, processes }: { metrics: string; processes: Processes },
  { arrive }: Arrived,
): Promise<Round> {
  const before = await requestsMade(metrics);
  const cpuBefore = cpuTimes(processes);
  const startedMs = performance.now();
  const seconds = await recorded('emails', processes, async () => {
    await arrive();
    for (let left = MAILS; left > 0;) {
      await sleep(left > MAILS / 20 ? POLL_MS.early : POLL_MS.late);
      left = before + MAILS - (await requestsMade(metrics));
    }
    return (performance.now() - startedMs) / 1000;
  });
  await untilQuiet(processes);
  const byProcess = cpuBetween(cpuBefore, cpuTimes(processes));
  return { perSecond: MAILS / seconds, cpuMsPerMail: sum(byProcess.values()) / MAILS, byProcess };
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

async function readBare(dovecot: Dovecot, { user, arrive }: Arrived): Promise<Round> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: dovecot.port,
    secure: false,
    auth: { user, pass: 'secret' },
    logger: false,
  });
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  await arrive();
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
  if (read !== MAILS) throw new Error(`read ${String(read)} of ${String(MAILS)} emails`);
  return { perSecond: read / seconds, cpuMsPerMail: (userUs + system) / 1000 / read };
}

interface PlainSide {
  dovecot: Dovecot;
  script: ForkedScript<MailOrder, MailsRead>;
  processes: Processes;
}

/** One process that reads, parses and stores the email, the request and the event, in the database of the system. */
async function readPlainly(
  { dovecot, script, processes }: PlainSide,
  { user, arrive }: Arrived,
): Promise<Round> {
  const cpuBefore = cpuTimes(processes);
  const startedMs = performance.now();
  await arrive();
  const { stored, cpuMs } = await script.run({ port: dovecot.port, user });
  const seconds = (performance.now() - startedMs) / 1000;
  await untilQuiet(processes);
  const databaseMs = cpuBetween(cpuBefore, cpuTimes(processes)).get(DATABASE) ?? 0;
  if (stored !== MAILS) throw new Error(`stored ${String(stored)} of ${String(MAILS)} emails`);
  return { perSecond: stored / seconds, cpuMsPerMail: (cpuMs + databaseMs) / stored };
}

async function requestsMade(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^inbox_requests_created_total\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
}

function report({ ours, bare, plain }: Record<Side, readonly Round[]>): void {
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
      row('one plain process that stores the same, and the database', plain),
      row('IMAP to stored request', ours),
    ]),
  );
  reportProcesses(ours);
}
