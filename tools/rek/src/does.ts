import type { Command } from 'commander';
import type { Context } from './commands/context.ts';
import type { Report } from './report.ts';

/** Runs a command with its arguments and options. */
export type Work<A extends unknown[]> = (context: Context, ...args: A) => Promise<Report>;

/** Makes an action of commander from it. */
export type Does = <A extends unknown[]>(work: Work<A>) => (...given: unknown[]) => Promise<void>;

/** Adds the options of a paginated list. */
export const page = (command: Command): Command =>
  command
    .option('--limit <count>', 'maximum number of rows, 1 to 100')
    .option('--after <id>', 'continue after this id');
