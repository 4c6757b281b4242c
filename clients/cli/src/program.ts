import { Argument, Command } from 'commander';
import { VERSION } from '@estate/client';
import { addEventCommands } from './event-commands.ts';
import { addHandyCommands } from './handy-commands.ts';
import { environmentWith, removeProfile, storedProfiles } from './profile.ts';
import { candidates, completionScript, SHELLS } from './completion.ts';
import type { Shell } from './completion.ts';
import { openPage, PAGES } from './open-page.ts';
import { show, showAll } from './output.ts';
import { addPublishing } from './publish-commands.ts';
import { addResourceCommands } from './resource-commands.ts';
import { clientOf, signIn } from './sign-in.ts';
import type { Surroundings } from './surroundings.ts';

/** The only command that creates a profile, and may take its key from the environment. */
const LOGIN = 'login';

const HELP = `
The API has a command for each resource: "estate listings --help" lists what it can do.
ESTATE_API_KEY and ESTATE_URL override the key and URL that "estate login" stored, unless --profile names a sign-in.
Exit codes: 0 success, 1 the service rejected the call or could not be reached, 2 wrong usage,
130 a signal ended the command before it was done.`;

/** Creates all commands. */
export function program(given: Surroundings): Command {
  const around = { ...given };
  const estate = new Command('estate')
    .exitOverride()
    .configureOutput({ writeOut: around.out, writeErr: around.err })
    .description('The Real Estate Distribution Service on the command line.')
    .version(VERSION, '--version', 'print the version')
    .option('--profile <name>', 'the stored sign-in to use; also ESTATE_PROFILE')
    .option('--json', 'print JSON on a terminal, too')
    .addHelpText('after', HELP)
    .hook('preAction', (_estate, command) => {
      const { profile, json } = estate.opts<{ profile?: string; json?: boolean }>();
      if (profile !== undefined)
        around.environment =
          command.name() === LOGIN
            ? { ...around.environment, ESTATE_PROFILE: profile }
            : environmentWith(profile, around.environment);
      if (json === true) around.terminal = undefined;
    });
  addSignIn(estate, around);
  addHandyCommands(estate, around);
  addPublishing(estate, around);
  addEventCommands(estate, around);
  addPages(estate, around);
  addMcp(estate, around);
  addCompletion(estate, around);
  addResourceCommands(estate, around);
  return estate;
}

function addSignIn(estate: Command, around: Surroundings): void {
  estate
    .command(LOGIN)
    .description('sign in with an API key from ESTATE_API_KEY or standard input')
    .option('--url <address>', 'URL of the service; default: http://localhost:8080')
    .action((options: { url?: string }) => signIn(options, around));
  estate
    .command('logout')
    .description('delete the stored API key')
    .action(() => {
      removeProfile(around.environment);
    });
  estate
    .command('whoami')
    .description('print the account')
    .action(async () => {
      show(around, await clientOf(around).account.get({ signal: around.signal }));
    });
  estate
    .command('profiles')
    .description('print the stored sign-ins')
    .action(() => showAll(around, storedProfiles(around.environment)));
}

function addPages(estate: Command, around: Surroundings): void {
  estate
    .command('open')
    .description('print the address of a page of the dashboard, and open it from a terminal')
    .addArgument(new Argument('[resource]').choices(Object.keys(PAGES)).default('overview'))
    .argument('[id]')
    .action((kind: string, id: string | undefined) => {
      openPage(kind, id, around);
    });
}

function addMcp(estate: Command, around: Surroundings): void {
  estate
    .command('mcp')
    .description('serve the API to an assistant by the Model Context Protocol, on standard input and output')
    .option('--write', 'also offer what changes something', false)
    .action(async ({ write }: { write: boolean }) => {
      // Loaded only here, so that other commands start without the protocol.
      const { serveMcp } = await import('./mcp/serve-mcp.ts');
      await serveMcp({ write }, around);
    });
}

function addCompletion(estate: Command, { out }: Surroundings): void {
  estate
    .command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => {
      out(completionScript(shell));
    });
  estate
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action((words: string[]) => {
      out(
        candidates(estate, words)
          .map((one) => `${one}\n`)
          .join(''),
      );
    });
}
