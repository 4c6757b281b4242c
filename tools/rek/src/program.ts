import { Command, InvalidArgumentError, Option } from 'commander';
import * as accounts from './commands/accounts.ts';
import { backupHints } from './commands/backup.ts';
import type { Context } from './commands/context.ts';
import * as lanes from './commands/lanes.ts';
import * as mails from './commands/mails.ts';
import { reconcileLanes } from './commands/reconcile.ts';
import { rotateSecrets } from './commands/secrets.ts';
import { listViolations } from './commands/violations.ts';
import type { Report } from './report.ts';
import type { PlaceOptions } from './settings.ts';

/** Options of every command. */
export type GlobalOptions = PlaceOptions & { json?: boolean };

/** Runs what a command asks for and shows what it found out. */
export type Run = (options: GlobalOptions, work: (context: Context) => Promise<Report>) => Promise<void>;

type Work<A extends unknown[]> = (context: Context, ...args: A) => Promise<Report>;

/** All commands; each ends in `run`. */
export function program(run: Run): Command {
  const rek = new Command('rek')
    .description('Operates the Real Estate Distribution Service.')
    .option('--url <address>', 'address of the API (REK_URL)')
    .option(
      '--token <token>',
      'token of the operator; prefer OPERATOR_TOKEN, which other users of this machine cannot see',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP);
  /** Commander hands over the arguments, then the options, then the command. */
  const does =
    <A extends unknown[]>(work: Work<A>) =>
    async (...given: unknown[]) => {
      await run(rek.opts<GlobalOptions>(), (context) => work(context, ...(given.slice(0, -1) as A)));
    };
  addHealth(rek, does);
  addAccounts(rek, does);
  addLetters(rek, does);
  addLanes(rek, does);
  addMails(rek, does);
  addUpkeep(rek, does);
  return rek;
}

type Does = <A extends unknown[]>(work: Work<A>) => (...given: unknown[]) => Promise<void>;

const HELP = `
Without REK_URL, rek connects to the local system of npm start (its DATA_DIR and PORT). Commands also read:
NATS_URL (dead-letters, doctor), MONGODB_URI and REK_SERVICES=catalog=http://host:9090,… (doctor).
Exit codes: 0 no problem, 1 at least one problem, 2 wrong usage.`;

const page = (command: Command): Command =>
  command
    .option('--limit <count>', 'maximum number of rows, 1 to 100')
    .option('--after <id>', 'continue after this id');

const wholeNumber = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('The value must be a whole number, 0 or more.');
};

function addHealth(rek: Command, does: Does): void {
  rek
    .command('doctor')
    .description('check every service, the broker, the database, the clocks and the invariants')
    .option(
      '--max-lag <messages>',
      'maximum number of messages that wait for a consumer',
      wholeNumber,
      10_000,
    )
    .action(
      does(async (context, options: { maxLag: number }) => {
        const { examine } = await import('./commands/doctor.ts');
        return examine(context, options);
      }),
    );
  rek
    .command('violations')
    .description('list invariant violations and what to do')
    .action(does(listViolations));
}

function addAccounts(rek: Command, does: Does): void {
  const group = rek.command('accounts').description('the customers');
  page(group.command('list')).action(does(accounts.listAccounts));
  group
    .command('open <name>')
    .description('open an account and show its first key')
    .action(does(accounts.openAccount));
  const keys = rek.command('keys').description('the API keys of an account');
  page(keys.command('list <account>')).action(does(accounts.listKeys));
  keys
    .command('create <account>')
    .option('--name <name>', 'purpose of the key')
    .option('--read-only', 'create a key with the scope read only')
    .option('--expires <time>', 'when the key expires, for example 2027-01-31T00:00:00Z')
    .action(does(accounts.createKey));
  keys
    .command('revoke <account> <key>')
    .description('revoke a key, also the last key of the account')
    .action(does(accounts.revokeKey));
}

/** Drivers of broker and database take their time to load; most commands need neither. */
const deadLetters = () => import('./commands/dead-letters.ts');

function addLetters(rek: Command, does: Does): void {
  const group = rek.command('dead-letters').description('messages that a consumer abandoned');
  group
    .command('list')
    .option('--consumer <name>', 'only the letters of this consumer')
    .action(
      does(async (context, options: { consumer?: string }) =>
        (await deadLetters()).listLetters(context, options),
      ),
    );
  group
    .command('show <letter>')
    .action(does(async (context, letter: string) => (await deadLetters()).showLetter(context, letter)));
  group
    .command('redrive [consumer]')
    .description('give the letters of one consumer, or all letters, back to their consumers')
    .action(
      does(async (context, consumer: string | undefined) =>
        (await deadLetters()).redriveLetters(context, consumer === undefined ? {} : { consumer }),
      ),
    );
}

function addLanes(rek: Command, does: Does): void {
  const group = rek.command('lanes').description('the publishing queues, one for each target');
  page(group.command('list'))
    .addOption(
      new Option('--state <state>', 'only lanes in this state').choices(['paused', 'set_aside', 'open']),
    )
    .action(does(lanes.listLanes));
  group
    .command('pause <target>')
    .description('stop publishing to the target; due listings wait')
    .action(does(lanes.pauseLane));
  group
    .command('resume <target>')
    .description('continue publishing to the target')
    .action(does(lanes.resumeLane));
  group
    .command('reconcile [target]')
    .description('publish all listings of a target again, after a backup was restored')
    .option('--all', 'reconcile every target')
    .option(
      '--remove-unknown',
      'take down objects that the service does not know, where the platform supports it',
    )
    .action(does(reconcileLanes));
}

function addMails(rek: Command, does: Does): void {
  const group = rek.command('mails').description('received emails; by default those in quarantine');
  const states = new Option('--state <state>', 'only emails in this state').choices([
    'quarantined',
    'failed',
    'pending',
    'parsed',
    'all',
  ]);
  page(group.command('list')).addOption(states.default('quarantined')).action(does(mails.listMails));
  group.command('show <mail>').action(does(mails.showMail));
  group.command('reparse <mail>').description('read an email again').action(does(mails.reparseMail));
}

function addUpkeep(rek: Command, does: Does): void {
  rek
    .command('secrets')
    .description('the secrets at rest')
    .command('rotate')
    .description('encrypt all secrets with the first key of VAULT_KEYS, so that the second can be removed')
    .option('--after <place>', 'continue where an earlier run stopped')
    .action(does(rotateSecrets));
  rek
    .command('backup')
    .description('show the commands that save and restore the data')
    .option('--directory <path>', 'target directory', 'backup')
    .option('--local', 'back up the local system of npm start')
    .action(
      does((_context, options: { directory: string; local?: boolean }) =>
        Promise.resolve(backupHints(options)),
      ),
    );
}
