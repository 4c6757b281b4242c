import { z } from 'zod';
import { Actor } from './actor.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { overFields } from './field-rules.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery } from './list.ts';
import { SALES_STATUSES } from './property-types/groups/values.ts';
import { ListingQuery } from './listing.ts';
import { PropertyQuery } from './property.ts';
import { asStored } from './stored.ts';
import { SynchronizeMode } from './synchronize.ts';

/** The maximum number of items of a job; a larger one does not start. */
export const JOB_ITEMS_MAX = 50_000;
/** The maximum number of ids, because a request body has at most 5000 values. */
export const JOB_IDS_MAX = 4000;
export const JOB_TARGETS_MAX = 50;
/** The retention of a job and its items after its creation. */
export const JOB_KEPT_DAYS = 30;

/** The actions of a job on each item; there is a single call for each. */
export const JOB_ACTIONS = [
  'publish',
  'takeDown',
  'retry',
  'setContact',
  'setSalesStatus',
  'delete',
] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];
/** The action of the jobs that `POST /targets/{id}/synchronize` creates. */
export const SYNCHRONIZE = 'synchronize';

/** The settings of actions, besides the choice of properties. */
const SETTINGS = ['targetIds', 'contactId', 'salesStatus'] as const;
type SettingName = (typeof SETTINGS)[number];
const SETTINGS_OF_ACTION: Readonly<Record<JobAction, Partial<Record<SettingName, 'required' | 'optional'>>>> =
  {
    publish: { targetIds: 'required' },
    takeDown: { targetIds: 'optional' },
    retry: { targetIds: 'optional' },
    setContact: { contactId: 'required' },
    setSalesStatus: { salesStatus: 'required' },
    delete: {},
  };

const {
  limit: _limit,
  startAfter: _startAfter,
  order: _order,
  count: _count,
  ...filters
} = PropertyQuery.shape;

const Filter = z.strictObject(filters);
export const JobFilter = Filter.meta({
  id: 'JobFilter',
  description: 'The filters of `GET /properties`. Without any, all properties of the account.',
});
export type JobFilter = z.infer<typeof JobFilter>;

const {
  limit: _listingLimit,
  startAfter: _listingStartAfter,
  order: _listingOrder,
  count: _listingCount,
  ...listingFilters
} = ListingQuery.shape;

const OfListings = z.strictObject(listingFilters);
export const JobListingFilter = OfListings.meta({
  id: 'JobListingFilter',
  description: 'The filters of `GET /listings`. Without any, all listings of the account.',
});
export type JobListingFilter = z.infer<typeof JobListingFilter>;

const settings = {
  targetIds: z.array(Id).min(1).max(JOB_TARGETS_MAX).optional().meta({
    description:
      'The targets of `publish`, which requires them. With `takeDown` and `retry`, only listings on these targets; without it, all listings of the properties.',
  }),
  contactId: Id.optional().meta({ description: 'The contact of `setContact`.' }),
  salesStatus: z.enum(SALES_STATUSES).optional().meta({ description: 'The status of `setSalesStatus`.' }),
};

const Choice = z.strictObject({
  action: z.enum(JOB_ACTIONS).meta({
    description:
      '`publish` creates listings, `takeDown` deletes them, `retry` retries those that failed or that the platform rejected or removed. On listings that were chosen themselves, `retry` is `POST /listings/{id}/retry`, whatever their state. `setContact` and `setSalesStatus` change the properties, `delete` deletes those without listings.',
  }),
  ids: z
    .array(Id)
    .min(1)
    .max(JOB_IDS_MAX)
    .optional()
    .meta({ description: `The ids of the properties, at most ${JOB_IDS_MAX}.` }),
  filter: JobFilter.optional().meta({
    description: 'In the place of `ids`: all properties that match when the job begins.',
  }),
  listingIds: z
    .array(Id)
    .min(1)
    .max(JOB_IDS_MAX)
    .optional()
    .meta({
      description: `In the place of \`ids\`, with \`takeDown\` and \`retry\`: the ids of listings, at most ${JOB_IDS_MAX}. Other listings of the same properties stay as they are.`,
    }),
  listingFilter: JobListingFilter.optional().meta({
    description:
      'In the place of `ids`, with `takeDown` and `retry`: all listings that match when the job begins.',
  }),
  ...settings,
});

/** The allowed values for the error about a missing setting, as for every field with a list of values. */
const VALUES_OF: Partial<Record<SettingName, string>> = {
  salesStatus: ` and must be one of ${SALES_STATUSES.join(', ')}`,
};

const CHOICES = ['ids', 'filter', 'listingIds', 'listingFilter'] as const;
const OF_LISTINGS = ['listingIds', 'listingFilter'] as const;
const ACTIONS_ON_LISTINGS: readonly JobAction[] = ['takeDown', 'retry'];

type Chosen = z.infer<typeof Choice>;
export const isOfListings = ({
  listingIds,
  listingFilter,
}: Pick<Chosen, 'listingIds' | 'listingFilter'>): boolean =>
  listingIds !== undefined || listingFilter !== undefined;

/** Rules over several fields. */
const RULES = [
  {
    field: 'ids',
    isMet: (input: Chosen) => CHOICES.filter((name) => input[name] !== undefined).length === 1,
    error: 'or filter is required, and not both; for listings, listingIds or listingFilter in their place',
    code: 'required',
  },
  ...OF_LISTINGS.map((field) => ({
    field,
    isMet: (input: Chosen) => input[field] === undefined || ACTIONS_ON_LISTINGS.includes(input.action),
    error: `is used by ${ACTIONS_ON_LISTINGS.join(' and ')} only`,
    code: 'not-allowed',
  })),
  {
    field: 'targetIds',
    isMet: (input: Chosen) => input.targetIds === undefined || !isOfListings(input),
    error: 'is not used with listings, each of which is on one target',
    code: 'not-allowed',
  },
  ...JOB_ACTIONS.flatMap((action) => SETTINGS.map((name) => ruleFor(action, name))),
];

function ruleFor(action: JobAction, name: SettingName) {
  const use = SETTINGS_OF_ACTION[action][name];
  return {
    field: name,
    isMet: (input: Chosen) =>
      input.action !== action || use === 'optional' || (input[name] === undefined) === (use === undefined),
    ...(use === 'required'
      ? { error: `is required for ${action}${VALUES_OF[name] ?? ''}`, code: 'required' }
      : { error: `is not used by ${action}`, code: 'not-allowed' }),
  };
}

export const JobInput = RULES.reduce(
  (schema, { field, isMet, error, code }) =>
    schema.refine(isMet, { ...overFields, path: [field], error, params: { code } }),
  Choice,
).meta({
  id: 'JobInput',
  example: { action: 'publish', filter: { q: 'münchen' }, targetIds: [EXAMPLE_ID] },
});
export type JobInput = z.infer<typeof JobInput>;

export const JobState = z.enum(['preparing', 'running', 'finished', 'cancelled']).meta({
  description:
    '`preparing`: the properties are being listed; nothing is done yet. `running`: the items are being worked off. `finished`: every item has a result. `cancelled`: it was stopped; `cancelReason` says why, and what was done before stays.',
});
export type JobState = z.infer<typeof JobState>;

export const JobCancelReason = z
  .enum(['requested', 'permission_lost', 'account_closing', 'too_many_items'])
  .meta({
    description: `\`requested\`: by \`POST /jobs/{id}/cancel\`. \`permission_lost\`: the API key or the user that created the job was removed, has expired or may no longer write. \`account_closing\`: the account is being closed. \`too_many_items\`: more than ${JOB_ITEMS_MAX} items; nothing was done.`,
  });
export type JobCancelReason = z.infer<typeof JobCancelReason>;

export const JOB_ITEM_STATES = ['pending', 'succeeded', 'skipped', 'failed', 'cancelled'] as const;
export const JobItemState = z.enum(JOB_ITEM_STATES).meta({
  description:
    '`succeeded`: done, as by the single call. `skipped`: there was nothing to do, and `reason` says why. `failed`: it was refused, and `reason` has the error of the single call. `cancelled`: the job was stopped before it began.',
});
export type JobItemState = z.infer<typeof JobItemState>;

const count = z.int().min(0);
export const JobCounts = z
  .object({
    items: count.meta({ description: 'All items. Grows while the job is `preparing`.' }),
    pending: count,
    succeeded: count,
    skipped: count,
    failed: count,
    cancelled: count,
  })
  .meta({ id: 'JobCounts' });
export type JobCounts = z.infer<typeof JobCounts>;

export const Job = z
  .object({
    id: Id,
    action: z.string().meta({
      description: `What is done with each item: ${JOB_ACTIONS.map((action) => `\`${action}\``).join(', ')}, or \`${SYNCHRONIZE}\` of a job that \`POST /targets/{id}/synchronize\` created. Further actions are possible.`,
      example: 'publish',
    }),
    resource: z.enum(['property', 'listing']).meta({
      description: 'What was chosen: properties, or listings one by one.',
    }),
    filter: asStored(Filter).optional(),
    listingFilter: asStored(OfListings).optional(),
    ...settings,
    mode: SynchronizeMode.optional().meta({
      description: `Only of \`${SYNCHRONIZE}\`: whether everything is sent listing by listing or in one full transfer.`,
    }),
    state: JobState,
    cancelReason: JobCancelReason.optional(),
    counts: JobCounts,
    actor: Actor.optional(),
    createdAt: Timestamp,
    finishedAt: Timestamp.optional().meta({ description: 'When the job finished or was stopped.' }),
  })
  .meta({
    id: 'Job',
    description: `Work on many properties. A job is kept for ${JOB_KEPT_DAYS} days.`,
    example: {
      id: EXAMPLE_ID,
      action: 'publish',
      resource: 'property',
      targetIds: [EXAMPLE_ID],
      state: 'running',
      counts: { items: 60, pending: 22, succeeded: 36, skipped: 1, failed: 1, cancelled: 0 },
      actor: { kind: 'api_key', id: EXAMPLE_ID, name: 'Production' },
      createdAt: EXAMPLE_TIME,
    },
  });
export type Job = z.infer<typeof Job>;

export const JobItem = z
  .object({
    id: Id,
    propertyId: Id.meta({ description: 'The property, which may not exist.' }),
    targetId: Id.optional().meta({ description: 'Absent if the item is about all targets or none.' }),
    listingId: Id.optional().meta({
      description: 'The listing, if listings were chosen. It may no longer exist.',
    }),
    property: z
      .object({ externalId: z.string(), title: z.string().optional() })
      .optional()
      .meta({ description: 'Fields that identify the property, as far as the job knows them.' }),
    state: JobItemState,
    listingIds: z.array(Id).optional().meta({
      description: 'The listings that were created, retried, sent again or taken down.',
    }),
    reason: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({ description: 'Why the item was skipped or failed: `code` and `message` as in an error.' }),
    finishedAt: Timestamp.optional(),
  })
  .meta({
    id: 'JobItem',
    description: 'One property of a job; of a job with targets or of listings, one property on one target.',
    example: {
      id: EXAMPLE_ID,
      propertyId: EXAMPLE_ID,
      targetId: EXAMPLE_ID,
      property: { externalId: 'P-77', title: 'Altbauwohnung' },
      state: 'succeeded',
      listingIds: [EXAMPLE_ID],
      finishedAt: EXAMPLE_TIME,
    },
  });
export type JobItem = z.infer<typeof JobItem>;

export const JobQuery = ListQuery.extend({
  state: JobState.optional().meta({ description: 'Only jobs in this state.' }),
});
export type JobQuery = z.infer<typeof JobQuery>;

export const JobItemQuery = ListQuery.extend({
  state: JobItemState.optional().meta({ description: 'Only items in this state.' }),
});
export type JobItemQuery = z.infer<typeof JobItemQuery>;
