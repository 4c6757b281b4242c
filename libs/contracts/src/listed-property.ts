import { z } from 'zod';
import { defineOperation } from './define-operation.ts';
import { EXAMPLE_ID } from './examples.ts';
import { ListQuery } from './list.ts';
import { Listing, ListingState } from './listing.ts';

/** The maximum number of properties on a page. */
const SHOWN_MAX = 100;
const ID = '[0-9a-v]{20}';

const PropertyIds = z
  .string()
  .regex(new RegExp(`^${ID}(,${ID}){0,${SHOWN_MAX - 1}}$`), {
    error: `must be 1 to ${SHOWN_MAX} ids with commas between them`,
  })
  .meta({
    description: `The ids of up to ${SHOWN_MAX} properties, with commas between them.`,
    example: EXAMPLE_ID,
  });

export const PropertyListing = Listing.pick({
  id: true,
  propertyId: true,
  targetId: true,
  state: true,
  scheduledFor: true,
  published: true,
  platformState: true,
}).meta({ id: 'PropertyListing', description: 'Where a property is listed, and how it stands there.' });
export type PropertyListing = z.infer<typeof PropertyListing>;

export const PropertyListings = z.object({ data: z.array(PropertyListing) }).meta({ id: 'PropertyListings' });
export type PropertyListings = z.infer<typeof PropertyListings>;

export const listPropertyListings = defineOperation({
  subject: 'ask.distribution.list-property-listings',
  http: 'GET /property-listings',
  summary: 'List where properties are listed',
  description:
    'All listings of some properties in one response, without pages: for a list of properties that shows on which portals they are. `GET /listings` has the whole listings.',
  input: z.strictObject({ propertyIds: PropertyIds }),
  output: PropertyListings,
});

/** The maximum number of listings in one lookup. */
export const LOOKED_UP_AT_ONCE = 1000;

/** Returns those of the given properties and targets that the account has; for a job, which stores them until it is done. */
export const findListings = defineOperation({
  subject: 'ask.distribution.find-listings',
  input: z.strictObject({ ids: z.array(z.string()).min(1).max(LOOKED_UP_AT_ONCE) }),
  output: z.object({
    data: z.array(z.object({ id: z.string(), propertyId: z.string(), targetId: z.string() })),
  }),
});

/** The maximum number of properties that are compared at once with those that are listed. */
export const COMPARED_AT_ONCE = 2000;

/** Returns those of the given properties, in order, that have a listing, and the next property after them that has one. */
export const findListedProperties = defineOperation({
  subject: 'ask.distribution.find-listed-properties',
  input: z.strictObject({
    propertyIds: z.array(z.string()).min(1).max(COMPARED_AT_ONCE),
    order: ListQuery.shape.order,
    targetId: z.string().optional(),
    state: ListingState.optional(),
  }),
  output: z.object({ propertyIds: z.array(z.string()), next: z.string().optional() }),
});
