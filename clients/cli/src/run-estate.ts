import { ConnectionError, isApiError } from '@estate/client';
import { CommanderError } from 'commander';
import { program } from './program.ts';
import { CommandError, WrongUsage } from './surroundings.ts';
import type { Surroundings } from './surroundings.ts';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

/** Runs one command; resolves to the exit code of the process. */
export async function runEstate(args: readonly string[], around: Surroundings): Promise<number> {
  const { out, err, signal } = around;
  const estate = program(around);
  for (const command of [estate, ...estate.commands])
    command.exitOverride().configureOutput({ writeOut: out, writeErr: err });
  try {
    await estate.parseAsync([...args], { from: 'user' });
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    // Whoever ends a command that runs until then has what they want.
    if (signal.aborted) return DONE;
    err(`${wordsOf(error)}\n`);
    return error instanceof WrongUsage ? MISUSED : FAILED;
  }
}

function wordsOf(error: unknown): string {
  if (isApiError(error)) {
    const details = error.details.map(({ message }) => `\n  ${message}`).join('');
    const request = error.requestId === undefined ? '' : `, request ${error.requestId}`;
    return `${error.message}${details} (${String(error.status)} ${error.code}${request})`;
  }
  if (error instanceof ConnectionError || error instanceof CommandError) return error.message;
  throw error;
}
