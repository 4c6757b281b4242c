import { setTimeout as delay } from 'node:timers/promises';
import { defineOperation } from '@estate/contracts';
import { createLogger, createMetrics } from '@estate/observability';
import { z } from 'zod';
import { answer } from '../answer.ts';
import { serveAnswers } from '../bus.ts';
import { connectTransport } from './nats-bus.ts';

export const noteOperation = defineOperation({
  subject: 'ask.notes.note',
  input: z.strictObject({ text: z.string() }),
  output: z.object({ text: z.string() }),
});

const SLOW_MS = 1_500;

/** A replica in a separate process, which writes a line for everything that it carries out. */
async function run(url: string): Promise<void> {
  const log = createLogger({ service: 'notes', level: 'silent' });
  const metrics = createMetrics('notes');
  const bus = await connectTransport({ url, service: 'notes', log, metrics });
  const note = answer(noteOperation, async ({ text }) => {
    process.stdout.write(`${text}\n`);
    if (text.startsWith('slow-')) await delay(SLOW_MS);
    return { text };
  });
  await serveAnswers(bus, { name: 'notes', log, metrics }, [note]);
  process.stdout.write('ready\n');
}

const [, program, url] = process.argv;
if (program === import.meta.filename && url !== undefined) await run(url);
