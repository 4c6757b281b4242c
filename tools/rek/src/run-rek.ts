import { ConfigError } from '@estate/config';
import { CommanderError } from 'commander';
import type { Command } from 'commander';
import type { Context } from './commands/context.ts';
import { CommandError, UsageError } from './errors.ts';
import { operatorApi } from './operator-api.ts';
import { program } from './program.ts';
import type { Run } from './program.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';

/** The inputs and outputs of a run. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  out: (text: string) => void;
  err: (text: string) => void;
}

/** The version of an unreleased build. */
const UNRELEASED = 'unreleased';
/** Exit codes: success, a problem, wrong use. */
const FINE = 0;
const WRONG = 1;
const MISUSED = 2;

/** Runs one command; resolves to the exit code of the process. */
export async function runRek(args: readonly string[], around: Surroundings): Promise<number> {
  const { environment, out, err } = around;
  let code = FINE;
  const run: Run = async (options, work) => {
    const progress = (text: string) => {
      if (!options.json) err(`${text}\n`);
    };
    const report = await work(contextOf(() => readSettings(options, environment), progress));
    out(`${options.json ? JSON.stringify(report.json, null, 2) : report.text}\n`);
    code = report.ok === false ? WRONG : FINE;
  };
  const rek = program(run, environment['BUILD_VERSION'] ?? UNRELEASED);
  for (const command of everyCommand(rek))
    command.exitOverride().configureOutput({ writeOut: out, writeErr: err });
  try {
    await rek.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return failed(error, err);
  }
}

/** The context, whose settings are read on demand: not every command needs the location of the system. */
function contextOf(read: () => Settings, progress: Context['progress']): Context {
  let settings: Settings | undefined;
  return {
    get settings() {
      return (settings ??= read());
    },
    get api() {
      return operatorApi(this.settings);
    },
    now: () => new Date(),
    progress,
  };
}

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

function failed(error: unknown, err: Surroundings['err']): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? FINE : MISUSED;
  if (error instanceof UsageError || error instanceof ConfigError) {
    err(`${error.message}\n`);
    return MISUSED;
  }
  if (error instanceof CommandError) {
    err(`${error.message}\n`);
    return WRONG;
  }
  throw error;
}
