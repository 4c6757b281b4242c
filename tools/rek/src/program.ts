import { Command, InvalidArgumentError, Option } from 'commander';
import { addAccounts } from './account-commands.ts';
import { backupHints } from './commands/backup.ts';
import type { BytesOptions } from './commands/bytes.ts';
import type { Context } from './commands/context.ts';
import * as lanes from './commands/lanes.ts';
import * as mails from './commands/mails.ts';
import { reconcileLanes } from './commands/reconcile.ts';
import { listUnknown, settleRestored, takeDownUnknown } from './commands/restored.ts';
import { retellMessages } from './commands/retell.ts';
import { rotateSecrets } from './commands/secrets.ts';
import { listViolations, repairViolations } from './commands/violations.ts';
import { page } from './does.ts';
import type { Does, Work } from './does.ts';
import type { Report } from './report.ts';
import { showTop } from './commands/top.ts';
import type { PlaceOptions } from './settings.ts';

/** Options of every command. */
export type GlobalOptions = PlaceOptions & { json?: boolean };

/** Runs the work of a command and prints its report. */
export type Run = (options: GlobalOptions, work: (context: Context) => Promise<Report>) => Promise<void>;

/** Creates all commands; each ends in `run`. */
export function program(run: Run, version: string): Command {
  const rek = new Command('rek')
    .description('Operates the Real Estate Distribution Service.')
    .version(version, '--version', 'print the version')
    .option('--url <address>', 'URL of the API (REK_URL)')
    .option(
      '--token <token>',
      'operator token or operator key; prefer OPERATOR_TOKEN, because other users of this machine can see arguments',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', HELP);
  /** Commander passes the arguments, then the options, then the command. */
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
  addBytes(rek, does);
  addArchives(rek, does);
  addUpkeep(rek, does);
  return rek;
}

const HELP = `
Without REK_URL, rek connects to the local system of npm start (its DATA_DIR and PORT). Commands also read:
NATS_URL (dead-letters, doctor), MONGODB_URI (doctor, bytes), REK_SERVICES=catalog=http://host:9090,… (doctor),
BYTE_STORE and BYTE_STORE_FROM with their access keys (bytes), as the services do, BACKUP_STORE (archives).
Exit codes: 0 no problem, 1 at least one problem, 2 wrong usage.`;

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
      'maximum number of waiting messages for each consumer',
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
    .command('top')
    .description('show which accounts cause the load: their calls, and their due work')
    .option('--seconds <count>', 'count the calls of so many seconds, 1 to 600', wholeNumber, 60)
    .action(does(showTop));
  rek
    .command('violations')
    .description('list invariant violations and what to do')
    .action(does(listViolations));
  rek
    .command('repair')
    .description('repair invariant violations if the repair is safe, and print what to do about the others')
    .option('--dry-run', 'only show what would be repaired')
    .option('--invariant <name>', 'only violations of this invariant')
    .option('--id <document...>', 'only these documents, which are checked at once')
    .action(does(repairViolations));
}

/** Loaded on demand, because the drivers of broker and database are slow to load and most commands need neither. */
const deadLetters = () => import('./commands/dead-letters.ts');

function addLetters(rek: Command, does: Does): void {
  const group = rek.command('dead-letters').description('messages that a consumer abandoned');
  group
    .command('list')
    .description('list the letters')
    .option('--consumer <name>', 'only the letters of this consumer')
    .action(
      does(async (context, options: { consumer?: string }) =>
        (await deadLetters()).listLetters(context, options),
      ),
    );
  group
    .command('show <letter>')
    .description('show a letter with its message and the error')
    .action(does(async (context, letter: string) => (await deadLetters()).showLetter(context, letter)));
  group
    .command('redrive [consumer]')
    .description('deliver the letters of one consumer, or all letters, again')
    .action(
      does(async (context, consumer: string | undefined) =>
        (await deadLetters()).redriveLetters(context, consumer === undefined ? {} : { consumer }),
      ),
    );
}

function addLanes(rek: Command, does: Does): void {
  const group = rek.command('lanes').description('the publishing queues, one for each target');
  page(group.command('list').description('list the queues'))
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
    .option('--remove-unknown', 'take down unknown objects, if the platform supports it')
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
  page(group.command('list').description('list emails'))
    .addOption(states.default('quarantined'))
    .action(does(mails.listMails));
  group
    .command('show <mail>')
    .description('show an email and what was read from it')
    .action(does(mails.showMail));
  group.command('reparse <mail>').description('read an email again').action(does(mails.reparseMail));
}

/** Loaded on demand, because the S3 library is slow to load, too. */
const bytes = () => import('./commands/bytes.ts');

function addBytes(rek: Command, does: Does): void {
  const group = rek.command('bytes').description('the bytes of attachments and emails, in their store');
  group
    .command('move [service]')
    .description(
      'move the bytes to another store while the services run; continues where an earlier run stopped',
    )
    .option('--to <store>', 'destination (default: BYTE_STORE)')
    .option('--from <store>', 'source (default: BYTE_STORE_FROM, otherwise gridfs)')
    .option('--database <name>', 'name of the database; default: the database of the service')
    .action(
      does(async (context, service: string | undefined, options: BytesOptions) =>
        (await bytes()).moveStores(context, service, options),
      ),
    );
  group
    .command('check [service]')
    .description('read all bytes, and list missing and damaged ones')
    .option('--database <name>', 'name of the database; default: the database of the service')
    .action(
      does(async (context, service: string | undefined, options: BytesOptions) =>
        (await bytes()).checkStores(context, service, options),
      ),
    );
}

const archives = () => import('./commands/archives.ts');

function addArchives(rek: Command, does: Does): void {
  const group = rek.command('archives').description('the archives of backups in a bucket (BACKUP_STORE)');
  group
    .command('list')
    .description('list the archives, the oldest first')
    .action(does(async (context) => (await archives()).listArchives(context)));
  group
    .command('send <directory>')
    .description('send the archives of a directory that the bucket lacks')
    .action(does(async (context, directory: string) => (await archives()).sendArchives(context, directory)));
  group
    .command('fetch [archive]')
    .description('fetch an archive, by default the newest, and check that it is as it was sent')
    .option('--directory <path>', 'target directory', '.')
    .action(
      does(async (context, archive: string | undefined, options: { directory: string }) =>
        (await archives()).fetchArchive(context, archive, options),
      ),
    );
}

function addUpkeep(rek: Command, does: Does): void {
  rek
    .command('retell')
    .description(
      'publish messages again that the broker may have lost; receivers ignore messages that they have already handled',
    )
    .requiredOption('--since <time>', 'publish messages since this time, for example 2026-11-01T08:30:00Z')
    .action(does(retellMessages));
  rek
    .command('restored')
    .description('list restored backups that the services have detected, and the manual steps')
    .option('--since <time>', 'time of a restored backup that the services have not detected')
    .action(does(settleRestored));
  const unknown = rek.command('unknown').description('objects on platforms without a listing');
  page(unknown.command('list').description('list the objects')).action(does(listUnknown));
  unknown
    .command('take-down [object]')
    .description('take down an object')
    .option('--all', 'take down all unknown objects')
    .action(does(takeDownUnknown));
  rek
    .command('secrets')
    .description('the secrets at rest')
    .command('rotate')
    .description(
      're-encrypt all secrets with the first key of VAULT_KEYS, so that the second key can be removed',
    )
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
