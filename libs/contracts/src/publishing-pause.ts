import { z } from 'zod';
import { Actor } from './actor.ts';
import { Timestamp } from './ids.ts';
import { optionalLine } from './field-rules.ts';

/** The originators of a pause of a target. The order decides which pause is shown first. */
export const PAUSED_BY = ['operator', 'service', 'customer'] as const;
export type PausedBy = (typeof PAUSED_BY)[number];

const pause = {
  by: z.enum(PAUSED_BY).meta({
    description:
      '`customer`: the account paused the target. `operator`: the operator of the service paused it. `service`: the service crashed repeatedly while it published to the target.',
  }),
  at: Timestamp,
  message: z.string().meta({ description: 'Who paused publishing, since when, and how it can be resumed.' }),
  reason: z.string().optional().meta({ description: 'The reason that the account provided.' }),
  actor: Actor.optional().meta({ description: 'The user or key of the account that paused the target.' }),
};

/** The reason why nothing is published to a target. Several pauses can exist at a time. */
export const PublishingPause = z
  .object({
    ...pause,
    others: z.array(z.object(pause)).optional().meta({
      description: 'Further pauses of the target. Publishing continues when all of them have ended.',
    }),
  })
  .meta({
    id: 'PublishingPause',
    description: 'Publishing to the target is paused. Due listings wait and keep their order.',
  });
export type PublishingPause = z.infer<typeof PublishingPause>;

/** A pause by the customer, with its reason. */
export const PauseInput = z
  .strictObject({
    reason: optionalLine(500).meta({ description: 'Shown with the target and its waiting listings.' }),
  })
  .meta({ id: 'PauseInput', example: { reason: 'The portal is moving to a new server.' } });
export type PauseInput = z.infer<typeof PauseInput>;
