import { z } from 'zod';
import { numberIn } from './query-values.ts';

const WAIT_MAX_SECONDS = 25;
const WAIT = { error: `must be a whole number from 0 to ${String(WAIT_MAX_SECONDS)}` };

/** The time that a list waits for something to list. */
export const WaitSeconds = z
  .preprocess(numberIn, z.int(WAIT).min(0, WAIT).max(WAIT_MAX_SECONDS, WAIT))
  .optional()
  .meta({ description: 'How many seconds to wait for an event if there is none.' });
