import { z } from 'zod';
import { defineEvent } from './define-message.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { PublishingPause } from './publishing-pause.ts';
import { TargetFailure } from './target-failure.ts';
import { Target } from './target.ts';

const namedTarget = { targetId: Id, targetType: Target.shape.type, name: Target.shape.name };
const exampleTarget = { targetId: EXAMPLE_ID, targetType: 'immowelt', name: 'Munich office' };

/** Published when the platform rejects the login or the authorization of a target: once, until it has accepted it again. */
export const TargetFailing = defineEvent({
  subject: 'event.target.failing',
  data: z.object({ ...namedTarget, ...TargetFailure.shape }),
  example: {
    ...exampleTarget,
    failureCode: 'credentials_rejected',
    failureMessage: 'The platform refused the login of user agent: 530 Login incorrect.',
    since: EXAMPLE_TIME,
  },
});

/** Published when a platform has not reported for longer than usual: once, until it reports again. */
export const TargetSilent = defineEvent({
  subject: 'event.target.silent',
  data: z.object({
    ...namedTarget,
    since: Timestamp.meta({ description: 'The first upload that no report has followed.' }),
    usualMinutes: z.int().min(0).meta({ description: 'How long after an upload its reports usually came.' }),
    message: z.string(),
  }),
  example: {
    ...exampleTarget,
    since: EXAMPLE_TIME,
    usualMinutes: 12,
    message:
      'The platform has sent no report since the upload of 2026-11-01 08:30 UTC. Its reports usually came 12 minutes after an upload. Check on the platform whether it still imports packages.',
  },
});

/** Published when a pause of a target begins. */
export const TargetPaused = defineEvent({
  subject: 'event.target.paused',
  data: z.object({ ...namedTarget, ...PublishingPause.omit({ others: true }).shape }),
  example: {
    ...exampleTarget,
    by: 'customer',
    at: EXAMPLE_TIME,
    message:
      'Publishing to this target has been paused since 2026-11-01 08:30 UTC by the API key "Production". Due listings wait and are published when the target is resumed (POST /targets/{id}/resume). Reason: The portal is moving to a new server.',
    reason: 'The portal is moving to a new server.',
    actor: { kind: 'api_key', id: EXAMPLE_ID, name: 'Production' },
  },
});
