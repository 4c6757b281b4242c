import { z } from 'zod';
import { Timestamp } from './ids.ts';

/** Who stopped the publications of a target: the operator, or the service because they ended its processes. */
export const PublishingPause = z
  .object({
    by: z.enum(['operator', 'service']),
    at: Timestamp,
    message: z.string().meta({ description: 'What happened and what ends it, in words.' }),
  })
  .meta({
    id: 'PublishingPause',
    description: 'Nothing is published to the target for now; what is due keeps its place and waits.',
  });
export type PublishingPause = z.infer<typeof PublishingPause>;
