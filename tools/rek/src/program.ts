import { Command, InvalidArgumentError, Option } from 'commander';
import * as accounts from './commands/accounts.ts';
import { backupHints } from './commands/backup.ts';
import type { Context } from './commands/context.ts';
import * as lanes from './commands/lanes.ts';
import * as mails from './commands/mails.ts';
import { reconcileLanes } from './commands/reconcile.ts';
import type { ReconcileOptions } from './commands/reconcile.ts';
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
      'token of the operator (OPERATOR_TOKEN, which others on this machine cannot see)',
    )
    .option('--json', 'answer as JSON')
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
Without REK_URL the local system of npm start is meant (its DATA_DIR and PORT). Commands read further:
NATS_URL (dead-letters, doctor), MONGODB_URI and REK_SERVICES=catalog=http://host:9090,… (doctor).
Exit codes: 0 fine, 1 something is wrong, 2 wrong use.`;

const page = (command: Command): Command =>
  command.option('--limit <count>', 'most rows, 1 to 100').option('--after <id>', 'go on after this one');

const wholeNumber = (text: string): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a whole number.');
};

function addHealth(rek: Command, does: Does): void {
  rek
    .command('doctor')
    .description('look at every service, the broker, the database, the clocks and the promises')
    .option('--max-lag <messages>', 'messages that may wait for a consumer', wholeNumber, 10_000)
    .action(
      does(async (context, options: { maxLag: number }) => {
        const { examine } = await import('./commands/doctor.ts');
        return examine(options, context);
      }),
    );
  rek
    .command('violations')
    .description('name broken promises, with what to do')
    .action(does((context) => listViolations(context)));
}

function addAccounts(rek: Command, does: Does): void {
  const group = rek.command('accounts').description('the customers');
  page(group.command('list')).action(
    does((context, options: object) => accounts.listAccounts(options, context)),
  );
  group
    .command('open <name>')
    .description('open an account; shows its first key')
    .action(does((context, name: string) => accounts.openAccount(name, context)));
  const keys = rek.command('keys').description('the API keys of an account');
  page(keys.command('list <account>')).action(
    does((context, account: string, options: object) => accounts.listKeys(account, options, context)),
  );
  keys
    .command('create <account>')
    .option('--name <name>', 'what it is for')
    .option('--read-only', 'it may only read')
    .option('--expires <time>', 'when it ends, as 2027-01-31T00:00:00Z')
    .action(
      does((context, account: string, wish: accounts.KeyWish) => accounts.createKey(account, wish, context)),
    );
  keys
    .command('revoke <account> <key>')
    .description('end a key, the last one of the account included')
    .action(does((context, account: string, key: string) => accounts.revokeKey(account, key, context)));
}

/** Drivers of broker and database take their time to load; most commands need neither. */
const deadLetters = () => import('./commands/dead-letters.ts');

function addLetters(rek: Command, does: Does): void {
  const group = rek.command('dead-letters').description('messages that a consumer gave up on');
  group
    .command('list')
    .option('--consumer <name>', 'only those of this consumer')
    .action(
      does(async (context, options: { consumer?: string }) =>
        (await deadLetters()).listLetters(options, context),
      ),
    );
  group
    .command('show <letter>')
    .action(does(async (context, letter: string) => (await deadLetters()).showLetter(letter, context)));
  group
    .command('redrive [consumer]')
    .description('hand letters back to their consumer; without one, all of them')
    .action(
      does(async (context, consumer: string | undefined) =>
        (await deadLetters()).redriveLetters(consumer === undefined ? {} : { consumer }, context),
      ),
    );
}

function addLanes(rek: Command, does: Does): void {
  const group = rek.command('lanes').description('the publications of one target each');
  page(group.command('list'))
    .addOption(new Option('--state <state>', 'only these').choices(['paused', 'set_aside', 'open']))
    .action(does((context, options: lanes.LaneListOptions) => lanes.listLanes(options, context)));
  group
    .command('pause <target>')
    .description('let the lane take no further work; nothing is lost')
    .action(does((context, target: string) => lanes.pauseLane(target, context)));
  group
    .command('resume <target>')
    .description('let the lane go on')
    .action(does((context, target: string) => lanes.resumeLane(target, context)));
  group
    .command('reconcile [target]')
    .description('publish everything of a target once more, after a backup was restored')
    .option('--all', 'of every target')
    .option('--remove-unknown', 'take off what is not known here, where the platform can')
    .action(
      does((context, target: string | undefined, options: ReconcileOptions) =>
        reconcileLanes(target, options, context),
      ),
    );
}

function addMails(rek: Command, does: Does): void {
  const group = rek.command('mails').description('received mails; those in quarantine unless told otherwise');
  const states = new Option('--state <state>', 'which ones').choices([
    'quarantined',
    'failed',
    'pending',
    'parsed',
    'all',
  ]);
  page(group.command('list'))
    .addOption(states.default('quarantined'))
    .action(does((context, options: mails.MailListOptions) => mails.listMails(options, context)));
  group.command('show <mail>').action(does((context, mail: string) => mails.showMail(mail, context)));
  group
    .command('reparse <mail>')
    .description('have a mail read again')
    .action(does((context, mail: string) => mails.reparseMail(mail, context)));
}

function addUpkeep(rek: Command, does: Does): void {
  rek
    .command('secrets')
    .description('the secrets at rest')
    .command('rotate')
    .description('seal everything with the first key of VAULT_KEYS, so that the second may go')
    .option('--after <place>', 'go on where an earlier run stopped')
    .action(does((context, options: { after?: string }) => rotateSecrets(options, context)));
  rek
    .command('backup')
    .description('show the commands that save and restore the data')
    .option('--directory <path>', 'where to', 'backup')
    .option('--local', 'of the local system of npm start')
    .action(
      does((_context, options: { directory: string; local?: boolean }) =>
        Promise.resolve(backupHints(options)),
      ),
    );
}
