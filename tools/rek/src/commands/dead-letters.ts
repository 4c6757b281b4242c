import { listDeadLetters, redriveDeadLetters } from '@estate/messaging';
import type { Bus, DeadLetter } from '@estate/messaging';
import { CommandError } from '../errors.ts';
import { details, table } from '../report.ts';
import type { Report } from '../report.ts';
import { withBus } from '../with-bus.ts';
import type { Context } from './context.ts';

const LIMIT = 10_000;
const SHOWN_MAX = 50;

/** Lists the dead letters, the oldest first. */
export const listLetters = (context: Context, options: { consumer?: string }): Promise<Report> =>
  withBus(context.settings, async (bus) => {
    const { consumer } = options;
    const all = await listDeadLetters(bus, LIMIT);
    const letters = all.filter((letter) => consumer === undefined || letter.consumer === consumer);
    const rows = letters
      .slice(0, SHOWN_MAX)
      .map(({ id, consumer: of, subject, at, reason }) => [id, of, subject, at.toISOString(), cut(reason)]);
    const drawn = table(
      ['letter', 'consumer', 'subject', 'since', 'reason'],
      rows,
      'There are no dead letters.',
    );
    const counts = letters.length > 0 ? `\n${countsOf(letters)}` : '';
    return { json: { data: letters }, ok: letters.length === 0, text: drawn + counts };
  });

export const showLetter = (context: Context, id: string): Promise<Report> =>
  withBus(context.settings, async (bus) => {
    const letter = (await listDeadLetters(bus, LIMIT)).find((one) => one.id === id);
    if (!letter) throw new CommandError(`There is no dead letter ${id}.`);
    const { consumer, subject, reason, attempts, at, original } = letter;
    const about = details({ letter: id, consumer, subject, reason, attempts, since: at.toISOString() });
    return { json: letter, text: `${about}\n\n${original}` };
  });

/** Redrives the dead letters of one consumer, or of all; a message that fails again becomes a dead letter again. */
export const redriveLetters = (context: Context, options: { consumer?: string }): Promise<Report> =>
  withBus(context.settings, async (bus) => {
    const consumers = options.consumer === undefined ? await consumersOf(bus) : [options.consumer];
    const redriven: Record<string, number> = {};
    for (const consumer of consumers) redriven[consumer] = await redriveDeadLetters(bus, consumer);
    const rows = Object.entries(redriven);
    return {
      json: { redriven },
      text: table(['consumer', 'redriven'], rows, 'There were no dead letters to redrive.'),
    };
  });

const consumersOf = async (bus: Bus): Promise<string[]> => [
  ...new Set((await listDeadLetters(bus, LIMIT)).map(({ consumer }) => consumer)),
];

function countsOf(letters: readonly DeadLetter[]): string {
  const counts = new Map<string, number>();
  for (const { consumer } of letters) counts.set(consumer, (counts.get(consumer) ?? 0) + 1);
  return [...counts]
    .map(([consumer, count]) => `${String(count)} of ${consumer}: rek dead-letters redrive ${consumer}`)
    .join('\n');
}

const cut = (reason: string): string => (reason.length > 60 ? `${reason.slice(0, 59)}…` : reason);
