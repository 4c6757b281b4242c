import { z } from 'zod';
import { defineEvent } from './define-message.ts';
import { defineOperation } from './define-operation.ts';
import type { Operation } from './define-operation.ts';
import { OWNERS, defineOwnerOperation } from './define-owner-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery } from './list.ts';
import { PublicationFailureCode } from './listing.ts';

/** The kinds of data that are erased with an account. */
export const CLOSING_KINDS = [
  'properties',
  'contacts',
  'attachments',
  'listings',
  'targets',
  'requests',
  'mails',
  'webhooks',
  'events',
  'deliveries',
  'messages',
  'users',
  'apiKeys',
  'calls',
  'auditEntries',
  'others',
] as const;
export type ClosingKind = (typeof CLOSING_KINDS)[number];

const MEANINGS: Record<ClosingKind, string> = {
  properties: 'Properties.',
  contacts: 'Contacts.',
  attachments: 'Files of attachments that no other account has.',
  listings:
    'Listings that were still stored after they had been taken down, or that could not be taken down.',
  targets: 'Targets, with their credentials.',
  requests: 'Contact requests.',
  mails: 'Emails to the account.',
  webhooks: 'Webhooks.',
  events: 'Events.',
  deliveries: 'Deliveries.',
  messages: 'Messages that the broker had stored.',
  users: 'Users.',
  apiKeys: 'API keys.',
  calls: 'Entries of the request log.',
  auditEntries: 'Entries of the audit log. Those about the closing itself are kept.',
  others: 'Everything else, such as entries of timelines, settings and notices.',
};

/** The number of erased documents of each kind. */
export type ClosedCounts = Record<ClosingKind, number>;

export const ClosedCounts = z
  .object(
    Object.fromEntries(
      CLOSING_KINDS.map((kind) => [kind, z.int().min(0).meta({ description: MEANINGS[kind] })]),
    ) as Record<ClosingKind, z.ZodInt>,
  )
  .meta({ description: 'What has been erased so far, by kind.' });

export const NOTHING_CLOSED = Object.fromEntries(CLOSING_KINDS.map((kind) => [kind, 0])) as ClosedCounts;

/** A listing that could not be taken off its platform. */
export const LeftListing = z
  .object({
    listingId: Id,
    externalId: z.string().optional().meta({ description: 'The external id of the property.' }),
    targetId: Id,
    targetType: z.string(),
    targetName: z.string().optional(),
    failureCode: PublicationFailureCode.optional(),
    failureMessage: z.string().meta({ description: 'Why the platform may still show it, if known.' }),
  })
  .meta({ id: 'LeftListing', description: 'A listing that its platform may still show.' });
export type LeftListing = z.infer<typeof LeftListing>;

/** The maximum number of listings that a receipt names; the others are counted. */
export const LEFT_LISTINGS_MAX = 1000;

export const CLOSING_STATES = ['closing', 'cancelled', 'finished'] as const;
export const ClosingState = z.enum(CLOSING_STATES);
export type ClosingState = z.infer<typeof ClosingState>;

export const CLOSING_PHASES = ['waiting', 'taking_down', 'erasing', 'verifying'] as const;
export const ClosingPhase = z.enum(CLOSING_PHASES).meta({
  description:
    '`waiting`: the account can only be read, and the closing can still be cancelled. `taking_down`: its listings are being taken down. `erasing`: everything is being erased. `verifying`: the service checks once more that nothing is left.',
});
export type ClosingPhase = z.infer<typeof ClosingPhase>;

export const Closing = z
  .object({
    id: Id,
    accountId: Id,
    state: ClosingState,
    phase: ClosingPhase.optional().meta({ description: 'Absent once the closing has ended.' }),
    requestedAt: Timestamp,
    cancellableUntil: Timestamp.meta({ description: 'The operator can cancel the closing until this time.' }),
    takeDownUntil: Timestamp.meta({
      description:
        'Listings that are still on a platform at this time are listed in `left`, and the closing continues.',
    }),
    remaining: z
      .object({ listings: z.int().min(0) })
      .meta({ description: 'Listings that have not been taken down yet.' }),
    erased: ClosedCounts,
    left: z.array(LeftListing).meta({ description: 'Listings that could not be taken down.' }),
    leftCount: z
      .int()
      .min(0)
      .meta({
        description: `The number of listings that could not be taken down. \`left\` contains at most ${String(LEFT_LISTINGS_MAX)}.`,
      }),
    cancelledAt: Timestamp.optional(),
    finishedAt: Timestamp.optional(),
  })
  .meta({
    id: 'Closing',
    description: 'The closing of an account. Once it has finished, it is the receipt.',
    example: {
      id: EXAMPLE_ID,
      accountId: EXAMPLE_ID,
      state: 'closing',
      phase: 'taking_down',
      requestedAt: EXAMPLE_TIME,
      cancellableUntil: '2026-11-01T09:30:00.000Z',
      takeDownUntil: '2026-11-02T07:30:00.000Z',
      remaining: { listings: 3 },
      erased: NOTHING_CLOSED,
      left: [],
      leftCount: 0,
    },
  });
export type Closing = z.infer<typeof Closing>;

export const ClosingQuery = ListQuery.extend({
  state: ClosingState.optional().meta({ description: 'Only closings in this state.' }),
});
export type ClosingQuery = z.infer<typeof ClosingQuery>;

const ofClosing = { closingId: Id, requestedAt: Timestamp };

const erasePart = z.object({
  /** The number of erased documents so far, by kind. */
  erased: z.partialRecord(z.enum(CLOSING_KINDS), z.int().min(0)),
  isDone: z.boolean(),
});
export type ErasedPart = z.infer<typeof erasePart>;

/** Erases a portion of an account's data in a service; `isDone` when nothing is left. */
export const eraseAccount = defineOwnerOperation('erase-account', OWNERS, {
  input: z.strictObject(ofClosing),
  output: erasePart,
});

const holdInput = z.strictObject({ closingId: Id, isHeld: z.boolean() });
const held = z.object({});

/** Suspends the work of a service for an account while its closing can be cancelled, or resumes it. */
const hold = <const S extends `ask.${string}.hold-account`>(
  subject: S,
): Operation<typeof holdInput, typeof held, S> =>
  defineOperation({ subject, input: holdInput, output: held });

/** Suspends or resumes publications. */
export const holdAccount = hold('ask.distribution.hold-account');
/** Suspends or resumes imports, and the logins of import sources. */
export const holdImports = hold('ask.importer.hold-account');

/** Takes down the listings of an account, portion by portion. */
export const takeDownAccount = defineOperation({
  subject: 'ask.distribution.take-down-account',
  input: z.strictObject({ closingId: Id }),
  output: z.object({
    /** The number of listings that are still to be taken down. */
    remaining: z.int().min(0),
    /** The listings among them that a platform may still show, or that it refused to take down. */
    left: z.array(LeftListing).max(LEFT_LISTINGS_MAX),
    leftCount: z.int().min(0),
  }),
});

/** The last event of an account before it is erased: nothing is sent after it. */
export const AccountClosed = defineEvent({
  subject: 'event.account.closed',
  data: z.object({
    closingId: Id,
    requestedAt: Timestamp,
    left: z.array(LeftListing),
    leftCount: z.int().min(0),
  }),
  example: { closingId: EXAMPLE_ID, requestedAt: EXAMPLE_TIME, left: [], leftCount: 0 },
});

/** Sends the last event and the last email of an account; `isSent` once their deliveries have ended. */
export const announceClosing = defineOperation({
  subject: 'ask.notifier.announce-closing',
  input: z.strictObject({
    ...ofClosing,
    at: Timestamp,
    left: z.array(LeftListing).max(LEFT_LISTINGS_MAX),
    leftCount: z.int().min(0),
  }),
  output: z.object({ isSent: z.boolean() }),
});
