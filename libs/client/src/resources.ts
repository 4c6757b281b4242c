import { Calls } from './calls.ts';
import type {
  AttemptSummary,
  Contact,
  ContactInput,
  Delivery,
  DryRun,
  EventName,
  FeedFetch,
  HandlingState,
  Listing,
  ListingInput,
  ListingUpdate,
  PauseInput,
  Property,
  PropertyInput,
  PropertyListings,
  PropertyStatistics,
  PropertyUpdate,
  ReceiverReport,
  Resend,
  ResendInput,
  Target,
  Synchronization,
  TargetCheck,
  TargetInput,
  TargetStatistics,
  TargetType,
  TargetUpdate,
  Webhook,
  WebhookInput,
  WebhookUpdate,
  WebhookWithKey,
} from './contract-types.ts';
import { List } from './page.ts';
import { timelineOf } from './timeline.ts';
import type { Timeline } from './timeline.ts';
import type { CountedListQuery, ListQuery } from './page.ts';
import { Resource, segment } from './resource.ts';
import type {
  ImageQuery,
  ListingQuery,
  PropertyListingsQuery,
  PropertyQuery,
  StatisticsQuery,
  SummaryQuery,
} from './queries.ts';
import type { CallOptions, FileContent } from './transport.ts';

/** The time limit of a target check, which connects to the platform step by step. */
const CHECK_TIMEOUT_MS = 45_000;
/** The time limit of a receiver check, which makes several deliveries. */
const VERIFY_TIMEOUT_MS = 60_000;

export class Properties extends Resource<{
  resource: Property;
  input: PropertyInput;
  update: PropertyUpdate;
  query: PropertyQuery;
}> {
  /** What is published of the attachment at a position, which counts from 0. @throws ApiError, ConnectionError */
  image(
    id: string,
    position: number,
    { width, ...options }: ImageQuery & CallOptions = {},
  ): Promise<FileContent> {
    const path = this.#imagePath(id, position);
    return this.transport.file({ method: 'GET', path, query: { width }, options });
  }

  /** The address of an image, for a page of the service itself: the browser sends its session along. */
  imageUrl(id: string, position: number, query?: ImageQuery): string {
    return this.transport.urlOf({ path: this.#imagePath(id, position), query });
  }

  #imagePath(id: string, position: number): string {
    return this.pathOf(id, `attachments/${String(position)}/image`);
  }

  /** What was published, failed and was rejected, and the requests, by day and target; also of a deleted property. @throws ApiError, ConnectionError */
  statistics(id: string, query?: StatisticsQuery, options?: CallOptions): Promise<PropertyStatistics> {
    return this.read(this.pathOf(id, 'statistics'), options, query);
  }

  /** Where up to 100 properties are listed, and how they stand there. @throws ApiError, ConnectionError */
  listings(query: PropertyListingsQuery, options?: CallOptions): Promise<PropertyListings> {
    return this.read('/property-listings', options, query);
  }

  /** What happened to a property, newest first, also to a deleted one. */
  timeline(id: string): Timeline {
    return timelineOf(this.transport, this.pathOf(id, 'timeline'));
  }
}

export interface ContactQuery extends ListQuery {
  /** Only contacts with these words, or words that begin so, in their name or email address. */
  q?: string | undefined;
}

export type Contacts = Resource<{
  resource: Contact;
  input: ContactInput;
  update: ContactInput;
  query: ContactQuery;
}>;

export interface SynchronizeInput {
  mode: Synchronization['mode'];
  /** For `full`: the number of published listings that may disappear. */
  confirmRemovals?: number | undefined;
}

export class Targets extends Resource<{
  resource: Target;
  input: TargetInput;
  update: TargetUpdate;
  query: ListQuery;
}> {
  /** Checks the stored credentials step by step. A rejection is part of the result. @throws ApiError, ConnectionError */
  check(id: string, options?: CallOptions): Promise<TargetCheck> {
    return this.order({ id, action: 'check', leastTimeoutMs: CHECK_TIMEOUT_MS, options });
  }

  /** Sends everything of the target again. @throws ApiError (409 if a full transfer is not possible or not confirmed), ConnectionError */
  synchronize(id: string, input: SynchronizeInput, options?: CallOptions): Promise<Synchronization> {
    return this.order({ id, action: 'synchronize', body: input, options });
  }

  /** The attempts to publish on the target that succeeded and failed on each of the last days. @throws ApiError, ConnectionError */
  summary(id: string, query?: SummaryQuery, options?: CallOptions): Promise<AttemptSummary> {
    return this.read(this.pathOf(id, 'summary'), options, query);
  }

  /** What was published, failed and was rejected, and the requests, by day. @throws ApiError, ConnectionError */
  statistics(id: string, query?: StatisticsQuery, options?: CallOptions): Promise<TargetStatistics> {
    return this.read(this.pathOf(id, 'statistics'), options, query);
  }

  /** Stops publishing to the target. Due listings wait until it is resumed. @throws ApiError, ConnectionError */
  pause(id: string, input: PauseInput = {}, options?: CallOptions): Promise<Target> {
    return this.order({ id, action: 'pause', body: input, options });
  }

  /** Ends your pause of the target. @throws ApiError (409 if only the operator can resume it), ConnectionError */
  resume(id: string, options?: CallOptions): Promise<Target> {
    return this.act(id, 'resume', options);
  }

  /** Who fetched the feed of the target. */
  fetches(id: string): List<FeedFetch> {
    return new List(this.transport, this.pathOf(id, 'fetches'));
  }

  /** Gives the feed of the target new addresses, and ends the former ones. @throws ApiError (400 if it has no feed), ConnectionError */
  rotateFeedToken(id: string, options?: CallOptions): Promise<Target> {
    return this.act(id, 'rotate-feed-token', options);
  }
}

export interface RequestFilters {
  propertyId?: string | undefined;
  targetId?: string | undefined;
  /** Words in the name, company, email address or phone numbers of the prospect, or in the message. */
  q?: string | undefined;
  state?: HandlingState | undefined;
  /** The id of a user, or `nobody`. */
  assignee?: string | undefined;
  /** Not before this time. */
  from?: string | undefined;
  /** Before this time. */
  to?: string | undefined;
}

export interface RequestQuery extends CountedListQuery, RequestFilters {}

/** The document that would be sent to a platform. */
export interface Preview {
  mediaType: string;
  body: string;
}

export class Listings extends Resource<{
  resource: Listing;
  input: ListingInput;
  update: ListingUpdate;
  query: ListingQuery;
}> {
  /** Whether a property can be published on a target, checked without contacting the platform. @throws ApiError, ConnectionError */
  validate(input: ListingInput, options?: CallOptions): Promise<DryRun> {
    return this.order({ action: 'validate', body: input, options });
  }

  /** @throws ApiError, ConnectionError */
  async preview(id: string, options?: CallOptions): Promise<Preview> {
    const { headers, text } = await this.transport.send({
      method: 'GET',
      path: this.pathOf(id, 'preview'),
      options,
    });
    return { mediaType: headers.get('content-type') ?? '', body: text };
  }

  /** What happened to a listing, newest first, also to a deleted one. */
  timeline(id: string): Timeline {
    return timelineOf(this.transport, this.pathOf(id, 'timeline'));
  }

  /** Retries a failed publication. @throws ApiError, ConnectionError */
  retry(id: string, options?: CallOptions): Promise<Listing> {
    return this.act(id, 'retry', options);
  }
}

export class Webhooks extends Resource<{
  resource: Webhook;
  written: WebhookWithKey;
  input: WebhookInput;
  update: WebhookUpdate;
  query: ListQuery;
}> {
  /** Creates a new signing key. Both keys sign for 24 hours. @throws ApiError, ConnectionError */
  rotateKey(id: string, options?: CallOptions): Promise<WebhookWithKey> {
    return this.act(id, 'rotate-key', options);
  }

  /** The attempts of deliveries that succeeded and failed on each of the last days. @throws ApiError, ConnectionError */
  summary(id: string, query?: SummaryQuery, options?: CallOptions): Promise<AttemptSummary> {
    return this.read(this.pathOf(id, 'summary'), options, query);
  }

  /** Sends an example of an event. @throws ApiError, ConnectionError */
  test(id: string, event: EventName, options?: CallOptions): Promise<Delivery> {
    return this.order({ id, action: 'test', body: { event }, options });
  }

  /** Sends valid and invalid deliveries and returns the responses of the receiver. @throws ApiError, ConnectionError */
  verify(id: string, options?: CallOptions): Promise<ReceiverReport> {
    return this.order({ id, action: 'verify', leastTimeoutMs: VERIFY_TIMEOUT_MS, options });
  }

  /** Pauses the webhook. Deliveries wait until it is resumed. @throws ApiError, ConnectionError */
  pause(id: string, options?: CallOptions): Promise<WebhookWithKey> {
    return this.act(id, 'pause', options);
  }

  /** Resumes a paused or disabled webhook and sends its waiting deliveries. @throws ApiError, ConnectionError */
  resume(id: string, options?: CallOptions): Promise<WebhookWithKey> {
    return this.act(id, 'resume', options);
  }

  /** Starts a bulk resend of deliveries. @throws ApiError, ConnectionError */
  resend(id: string, input: ResendInput, options?: CallOptions): Promise<Resend> {
    return this.order({ id, action: 'resend', body: input, options });
  }

  /** Returns the progress of a bulk resend. @throws ApiError, ConnectionError */
  resendProgress(id: string, resendId: string, options?: CallOptions): Promise<Resend> {
    return this.read(this.pathOf(id, `resends/${segment(resendId)}`), options);
  }

  /** Ends a bulk resend. Deliveries that it has queued are sent. @throws ApiError, ConnectionError */
  cancelResend(id: string, resendId: string, options?: CallOptions): Promise<Resend> {
    return this.order({ method: 'DELETE', id, action: `resends/${segment(resendId)}`, options });
  }
}

/** The platforms and their requirements. */
export class TargetTypes extends Calls {
  /** @throws ApiError, ConnectionError */
  list(options?: CallOptions): Promise<TargetType[]> {
    return this.read('/target-types', options);
  }
}
