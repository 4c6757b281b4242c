import { CommanderError } from 'commander';
import { program } from './program.ts';
import { WrongUsage } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';
import { wordsOf } from './words-of.ts';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

/** Runs one command; resolves to the exit code of the process. */
export async function runEstate(args: readonly string[], around: Surroundings): Promise<number> {
  const { err, signal } = around;
  try {
    await program(around).parseAsync([...args], { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    // Whoever ends a command that runs until then has what they want.
    if (signal.aborted) return DONE;
    err(`${wordsOf(error)}\n`);
    return error instanceof WrongUsage ? MISUSED : FAILED;
  }
}
