import { CommanderError } from 'commander';
import { program } from './program.ts';
import { WrongUsage } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';
import { wordsOf } from './words-of.ts';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;
/** The exit code for a program that SIGINT ended. */
const ENDED = 130;

/** Runs one command; resolves to the exit code of the process. */
export async function runEstate(args: readonly string[], around: Surroundings): Promise<number> {
  const { err, signal } = around;
  try {
    await program(around).parseAsync([...args], { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    if (signal.aborted) {
      err('The command was ended before it was done.\n');
      return ENDED;
    }
    err(`${wordsOf(error)}\n`);
    return error instanceof WrongUsage ? MISUSED : FAILED;
  }
}
