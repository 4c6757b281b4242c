import type { z } from 'zod';
import { DeliveryStatus } from './delivery.ts';
import { ListingState } from './listing.ts';
import { ReceivedMailState } from './mail.ts';
import { ProcessingStatus } from './property.ts';
import { AuthorizationStatus } from './target.ts';

/** The states of a resource's field, and the transitions between them. */
export interface LifeCycle<S extends string = string> {
  /** The schema of the API and its field. */
  resource: string;
  field: string;
  states: readonly S[];
  /** The initial states. */
  starts: readonly S[];
  /** The meaning of each state, and the transitions to other states. */
  meanings: Record<S, { says: string; to: Partial<Record<S, string>> }>;
}

/** A state of the contract that is missing in the table is a compiler error. */
const lifeCycle = <S extends string>(
  enumeration: z.ZodType<S> & { options: readonly S[] },
  cycle: Omit<LifeCycle<S>, 'states'>,
): LifeCycle<S> => ({ ...cycle, states: enumeration.options });

/** The life cycles of resources as customers see them. */
export const LIFE_CYCLES: readonly LifeCycle[] = [
  lifeCycle(ProcessingStatus, {
    resource: 'Property',
    field: 'processingStatus',
    starts: ['pending'],
    meanings: {
      pending: {
        says: 'The attachments are being fetched and checked.',
        to: { successful: 'all attachments are usable', failed: 'an attachment is not usable' },
      },
      successful: { says: 'It can be published.', to: { pending: 'update' } },
      failed: { says: 'An attachment must be corrected.', to: { pending: 'update' } },
    },
  }),
  lifeCycle(ListingState, {
    resource: 'Listing',
    field: 'state',
    starts: ['pending'],
    meanings: {
      pending: {
        says: 'The publication is due, or planned for `scheduledFor`.',
        to: {
          published: 'published',
          unpublished: 'stored with preventPublication',
          failed: 'publication failed',
          paused: 'target paused',
        },
      },
      paused: {
        says: 'The target is paused, and nothing has been published yet.',
        to: { pending: 'target resumed' },
      },
      published: {
        says: 'The platform shows the property.',
        to: {
          failed: 'publication of an update failed',
          unpublished: 'preventPublication set, planned end, or property sold',
          pending: 'later planned begin',
        },
      },
      unpublished: {
        says: 'The platform does not show the property; `unpublishedReason` says why.',
        to: {
          published: 'preventPublication removed',
          pending: 'later planned end, or property no longer sold',
          failed: 'publication of an update failed',
        },
      },
      failed: {
        says: 'The last publication failed; `published` says whether the platform shows an earlier version.',
        to: { published: 'retry or update succeeded', unpublished: 'succeeded with preventPublication' },
      },
    },
  }),
  lifeCycle(AuthorizationStatus, {
    resource: 'Target',
    field: 'authorizationStatus',
    starts: ['pending'],
    meanings: {
      pending: {
        says: 'The end user has not decided yet.',
        to: { accepted: 'the end user accepts', rejected: 'the end user rejects' },
      },
      accepted: {
        says: 'Properties can be published on it.',
        to: {
          revoked: 'the marketplace rejects the access',
          rejected: 'the end user rejects a new page',
        },
      },
      rejected: {
        says: 'The end user has rejected the connection.',
        to: { accepted: 'accepted on a new page' },
      },
      revoked: {
        says: 'The access is no longer valid.',
        to: { accepted: 'accepted on a new page', rejected: 'the end user rejects a new page' },
      },
    },
  }),
  lifeCycle(DeliveryStatus, {
    resource: 'Delivery',
    field: 'status',
    starts: ['pending', 'held', 'discarded'],
    meanings: {
      pending: {
        says: 'An attempt is due.',
        to: {
          succeeded: 'response 2xx',
          failed: 'all attempts failed, or 410',
          held: 'webhook paused',
          discarded: 'webhook disabled or deleted',
        },
      },
      held: {
        says: 'The webhook is paused.',
        to: { pending: 'webhook resumed', discarded: 'webhook disabled or deleted' },
      },
      succeeded: { says: 'The receiver has accepted it.', to: { pending: 'resend' } },
      failed: { says: 'No further attempt is made.', to: { pending: 'resend' } },
      discarded: {
        says: 'It was not sent, because its webhook was disabled or deleted.',
        to: { pending: 'resend' },
      },
    },
  }),
  lifeCycle(ReceivedMailState, {
    resource: 'ReceivedEmail',
    field: 'state',
    starts: ['parsed', 'partial', 'failed'],
    meanings: {
      pending: {
        says: 'It is being read again.',
        to: { parsed: 'everything read', partial: 'a part read', failed: 'nothing read' },
      },
      parsed: { says: 'Everything in it became requests.', to: { pending: 'reparse', done: 'done' } },
      partial: {
        says: 'Requests were created from it, but a part of it could not be read.',
        to: { pending: 'reparse', done: 'done' },
      },
      failed: { says: 'No request was created from it.', to: { pending: 'reparse', done: 'done' } },
      done: { says: 'The account has marked it as done.', to: { pending: 'reparse' } },
    },
  }),
];
