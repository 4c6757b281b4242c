import { z } from 'zod';
import { defineEvent } from './define-message.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { PropertyTypeOfEvent } from './property-type.ts';

export const PLATFORM_STATES = ['confirmed', 'rejected', 'removed', 'unknown'] as const;
export const PlatformStateName = z.enum(PLATFORM_STATES).meta({
  description:
    '`confirmed`: the platform has said that it has the property. `rejected`: it has not accepted what was sent last. `removed`: it has taken the property down by itself. `unknown`: it has said something, and that decides nothing.',
});
export type PlatformStateName = z.infer<typeof PlatformStateName>;

/** The maximum number of stored messages about one object, and their maximum length. */
export const PLATFORM_MESSAGES_MAX = 10;
export const PLATFORM_MESSAGE_LENGTH = 500;

/** Findings of the service when it checks an object on a platform again. */
export const OBSERVATIONS = ['deactivated', 'vanished', 'missing'] as const;

export const PlatformMessage = z
  .object({
    code: z.string().optional().meta({ description: 'The code of the platform.' }),
    severity: z.enum(['error', 'warning', 'info']),
    text: z.string().meta({
      description: 'The words of the platform, or what the service found there.',
    }),
    observed: z.enum(OBSERVATIONS).optional().meta({
      description:
        'What the service found when it looked at the object again. Absent if `text` has the words of the platform.',
    }),
    field: z.string().optional().meta({
      description:
        'What of the property the message is about, such as `attachments`. Absent if it is not known.',
    }),
  })
  .meta({ id: 'PlatformMessage', description: 'A message of a platform about an object.' });
export type PlatformMessage = z.infer<typeof PlatformMessage>;

export const PlatformState = z
  .object({
    state: PlatformStateName,
    at: Timestamp.meta({ description: 'When the platform said it.' }),
    source: z.enum(['report', 'email', 'api', 'inquiry']).meta({
      description:
        '`report`: a result file. `email`: a report by email. `api`: the response of the platform. `inquiry`: a prospect asked about the property through the platform.',
    }),
    messages: z.array(PlatformMessage).max(PLATFORM_MESSAGES_MAX),
  })
  .meta({ id: 'PlatformState', description: 'What a platform said after the upload of a property.' });
export type PlatformState = z.infer<typeof PlatformState>;

const answer = z.object({
  listingId: Id,
  propertyId: Id,
  propertyType: PropertyTypeOfEvent.optional(),
  targetId: Id,
  ...PlatformState.shape,
  reportId: Id.optional().meta({ description: 'The report that says it.' }),
  publicUrl: z.string().optional(),
});

const exampleAnswer = {
  listingId: EXAMPLE_ID,
  propertyId: EXAMPLE_ID,
  propertyType: 'apartmentBuy' as const,
  targetId: EXAMPLE_ID,
  at: EXAMPLE_TIME,
  source: 'email' as const,
  reportId: EXAMPLE_ID,
};

/** Published when the platform rejects the last publication, or has taken the property down by itself. */
export const PublicationRejected = defineEvent({
  subject: 'event.publication.rejected',
  data: answer,
  example: {
    ...exampleAnswer,
    state: 'rejected',
    messages: [
      {
        code: '1042',
        severity: 'error',
        text: 'Bild 3: Datei ist zu groß (max. 10 MB)',
        field: 'attachments',
      },
    ],
  },
});

/** Published when the platform confirms the last publication. */
export const PublicationConfirmed = defineEvent({
  subject: 'event.publication.confirmed',
  data: answer,
  example: {
    ...exampleAnswer,
    state: 'confirmed',
    messages: [],
    publicUrl: 'https://portal.example.org/expose/99887766',
  },
});
