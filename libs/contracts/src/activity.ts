import { z } from 'zod';
import { Actor } from './actor.ts';
import { AttemptSummary, SummaryQuery } from './attempt-summary.ts';
import { defineOperation } from './define-operation.ts';
import { EXAMPLE_ID } from './examples.ts';
import { Id } from './ids.ts';
import { COUNT_MAX } from './list.ts';

/** The maximum number of pairs of property and target in a response. */
export const REQUEST_ORIGINS_MAX = 50;

/** The maximum number of users and keys in a response. */
export const REQUEST_ANSWERERS_MAX = 50;

const requests = z.int().min(0).meta({ description: 'Requests that were received.' });

const RequestOrigin = z
  .object({
    targetId: Id,
    propertyId: Id.optional().meta({
      description: 'Absent for requests that belong to none of the properties of the account.',
    }),
    requests,
  })
  .meta({
    id: 'RequestOrigin',
    example: { targetId: EXAMPLE_ID, propertyId: EXAMPLE_ID, requests: 9 },
  });

const EXAMPLE_USER = { kind: 'user', id: EXAMPLE_ID, name: 'Anna Adler' };

const RequestAnswers = z
  .object({
    by: Actor,
    requests: z.int().min(0).meta({ description: 'Requests whose state they were the first to change.' }),
    medianSeconds: z.int().min(0).meta({
      description: 'Half of these requests were answered in this time after they were received, or faster.',
    }),
  })
  .meta({ id: 'RequestAnswers', example: { by: EXAMPLE_USER, requests: 9, medianSeconds: 5400 } });

export const RequestActivity = z
  .object({
    total: requests,
    isLimited: z
      .literal(true)
      .optional()
      .meta({
        description: `Only the newest ${COUNT_MAX} requests are counted; there are more.`,
      }),
    days: z
      .array(z.object({ date: z.iso.date().meta({ description: 'A day in UTC.' }), requests }))
      .meta({ description: 'One row for each day, oldest first. The last one is today.' }),
    origins: z.array(RequestOrigin).meta({
      description: `The properties that the requests are about and the targets that they came from, most requests first; up to ${REQUEST_ORIGINS_MAX}.`,
    }),
    answers: z
      .array(RequestAnswers)
      .default([])
      .meta({
        description: `How fast these requests were answered, by user or API key, most requests first; up to ${REQUEST_ANSWERERS_MAX}. A request counts as answered when its state is first set to another one than \`new\`.`,
      }),
  })
  .meta({
    id: 'RequestActivity',
    description: 'The number of requests by day, property and target, and how fast they were answered.',
    example: {
      total: 12,
      days: [
        { date: '2026-10-31', requests: 5 },
        { date: '2026-11-01', requests: 7 },
      ],
      origins: [
        { targetId: EXAMPLE_ID, propertyId: EXAMPLE_ID, requests: 9 },
        { targetId: EXAMPLE_ID, requests: 3 },
      ],
      answers: [{ by: EXAMPLE_USER, requests: 9, medianSeconds: 5400 }],
    },
  });
export type RequestActivity = z.infer<typeof RequestActivity>;

export const Activity = z
  .object({
    publications: AttemptSummary,
    deliveries: AttemptSummary,
    requests: RequestActivity,
  })
  .meta({
    id: 'Activity',
    description:
      'What an account published, delivered and received, by day. `publications` are the attempts on all targets, `deliveries` those to all webhooks; test events are not counted.',
  });
export type Activity = z.infer<typeof Activity>;

const activity = <const S extends `ask.${string}.get-${string}-activity`, O extends z.ZodType>(
  subject: S,
  output: O,
) => defineOperation({ subject, input: SummaryQuery, output, errors: [] });

/** Sums up the attempts of all targets of an account. */
export const getPublicationActivity = activity('ask.distribution.get-publication-activity', AttemptSummary);
/** Sums up the attempts of all webhooks of an account. */
export const getDeliveryActivity = activity('ask.notifier.get-delivery-activity', AttemptSummary);
/** Sums up the requests of an account. */
export const getRequestActivity = activity('ask.inbox.get-request-activity', RequestActivity);
