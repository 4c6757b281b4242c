import { z } from 'zod';
import { Timestamp } from './ids.ts';

/** Who stopped the publications of a target: the operator, or the service because they ended its processes. */
export const PublishingPause = z
  .object({
    by: z.enum(['operator', 'service']),
    at: Timestamp,
    message: z.string().meta({ description: 'A description of the cause and of what ends the pause.' }),
  })
  .meta({
    id: 'PublishingPause',
    description: 'Publishing to the target is paused. Due listings wait and keep their order.',
  });
export type PublishingPause = z.infer<typeof PublishingPause>;
