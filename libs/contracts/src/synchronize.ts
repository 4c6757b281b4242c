import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { EXAMPLE_ID } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { PublicationFailureCode } from './listing.ts';

/** The maximum number of listings in a full transfer: more would be too large for one package. */
export const FULL_TRANSFER_MAX = 1000;

/** The maximum number of listings in one request. */
export const SYNCHRONIZED_AT_ONCE = 100;

export const SynchronizeMode = z.enum(['partial', 'full']).meta({
  description:
    'partial: every listing of the target is sent again. full: one transfer with all listings, which makes the platform remove everything else; only for targets whose settings.transfer is full, and for platforms that accept full transfers.',
});
const mode = SynchronizeMode;
const listings = z.int().min(0);

export const Synchronization = z
  .object({
    mode,
    listings: listings.meta({ description: 'The listings that are sent again.' }),
    removals: z.int().min(0).optional().meta({
      description: 'Only for full: published listings that cannot be sent and may be removed.',
    }),
    jobId: Id.optional().meta({
      description: 'The job that shows the result of each listing: `GET /jobs/{id}`.',
    }),
  })
  .meta({
    id: 'Synchronization',
    description: 'What was begun. It runs after the response.',
    example: { mode: 'partial', listings: 42, jobId: EXAMPLE_ID },
  });

export type Synchronization = z.infer<typeof Synchronization>;

/** The reasons why a full transfer was not sent. */
export const FULL_TRANSFER_REASONS = [
  'would_remove', 'too_many_listings', 'nothing_listed', 'nothing_to_send', 'night_over', 'not_supported',
  'login_of_other_account', 'login_of_other_target', 'platform_failed',
] as const; // oxfmt-ignore

/** The maximum number of objects that a reason names. */
export const REMOVALS_NAMED = 5;

export const FullTransferReason = z
  .object({
    code: z.enum(FULL_TRANSFER_REASONS).meta({
      description:
        '`would_remove`: more published listings would have disappeared than may. `too_many_listings`: more than a full transfer can contain. `nothing_listed`: nothing is listed on the target. `nothing_to_send`: none of the listings can be sent now. `night_over`: the night ended before. `not_supported`: the platform or the settings of the target do not allow it. `login_of_other_account` and `login_of_other_target`: something else publishes with the same login. `platform_failed`: the platform refused it or could not be reached.',
    }),
    names: z.array(z.string()).max(REMOVALS_NAMED).optional().meta({
      description: 'Only for `would_remove`: the external ids of the first properties that would disappear.',
    }),
    mayRemove: z.int().min(0).optional().meta({
      description: 'Only for `would_remove`: the number that may disappear without a further confirmation.',
    }),
    failureCode: PublicationFailureCode.optional().meta({ description: 'Only for `platform_failed`.' }),
    oneByOne: z
      .boolean()
      .optional()
      .meta({ description: 'Present if all listings were sent one by one instead.' }),
  })
  .meta({ id: 'FullTransferReason', description: 'Why a full transfer was not sent.' });
export type FullTransferReason = z.infer<typeof FullTransferReason>;

/** The result of the last full transfer; `message` is the reason why it was not sent. */
export const FullTransfer = z
  .object({
    at: Timestamp,
    ok: z.boolean(),
    listings: listings.meta({ description: 'The listings that the transfer contained.' }),
    message: z.string().optional(),
    reason: FullTransferReason.optional().meta({
      description: 'What `message` says, for programs. Absent for transfers of earlier versions.',
    }),
    nightly: z
      .boolean()
      .optional()
      .meta({ description: 'Present if the setting nightlyFullTransfer began it.' }),
    removals: z.int().min(1).optional().meta({
      description:
        'Present if it was not sent because it would have removed so many published listings. To send it, call `POST /targets/{id}/synchronize` with the mode full and this number as `confirmRemovals`.',
    }),
  })
  .meta({ id: 'FullTransfer', description: 'The last full transfer of a target.' });
export type FullTransfer = z.infer<typeof FullTransfer>;

export const synchronizeTarget = defineOperation({
  subject: 'ask.distribution.synchronize-target',
  http: 'POST /targets/{id}/synchronize',
  summary: 'Send everything of a target again',
  description:
    'Listings are sent in the usual order, next to those of other targets. A full transfer is not sent if more listings would disappear than you have confirmed; `lastFullTransfer` of the target then says why. The job `jobId` has a result for each listing. It cannot be cancelled.',
  status: 202,
  audit: 'target.synchronized',
  input: z
    .strictObject({
      id: z.string(),
      mode,
      confirmRemovals: z.int().min(0).optional().meta({
        description:
          'For full: the number of published listings that may disappear because they cannot be sent. Required if there are some; the 409 names the number, and so does `lastFullTransfer.removals` of the target if a transfer was not sent. That number can be confirmed for 24 hours.',
      }),
    })
    .meta({ example: { mode: 'partial' } }),
  output: Synchronization,
  errors: [
    'target-not-found',
    'full-transfer-unsupported',
    'full-transfer-empty',
    'full-transfer-too-large',
    'removals-unconfirmed',
  ],
});

/** Returns the outcome for listings since the synchronization of their target began; for jobs. */
export const readSynchronized = defineOperation({
  subject: 'ask.distribution.read-synchronized',
  input: z.strictObject({
    targetId: z.string(),
    listingIds: z.array(z.string()).max(SYNCHRONIZED_AT_ONCE),
  }),
  output: z.object({
    data: z.array(
      z.object({
        id: Id,
        state: z.enum(['pending', 'succeeded', 'skipped', 'failed']),
        reason: z.object({ code: z.string(), message: z.string() }).optional(),
      }),
    ),
  }),
});
