import { ListingsActions, TargetsActions, WebhooksActions } from './actions.ts';
import { Calls } from './calls.ts';
import type {
  Contact,
  ContactInput,
  Delivery,
  EventName,
  HandlingState,
  Listing,
  ListingInput,
  ListingUpdate,
  Property,
  PropertyInput,
  PropertyListings,
  PropertyStatistics,
  PropertyUpdate,
  Resend,
  Target,
  TargetInput,
  TargetStatistics,
  TargetType,
  TargetUpdate,
  Webhook,
  WebhookInput,
  WebhookUpdate,
  WebhookWithKey,
} from './contract-types.ts';
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
} from './queries.ts';
import type { CallOptions, FileContent } from './transport.ts';

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

export class Targets extends TargetsActions<{
  resource: Target;
  input: TargetInput;
  update: TargetUpdate;
  query: ListQuery;
}> {
  /** What was published, failed and was rejected, and the requests, by day. @throws ApiError, ConnectionError */
  statistics(id: string, query?: StatisticsQuery, options?: CallOptions): Promise<TargetStatistics> {
    return this.read(this.pathOf(id, 'statistics'), options, query);
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

export class Listings extends ListingsActions<{
  resource: Listing;
  input: ListingInput;
  update: ListingUpdate;
  query: ListingQuery;
}> {
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
}

export class Webhooks extends WebhooksActions<{
  resource: Webhook;
  written: WebhookWithKey;
  input: WebhookInput;
  update: WebhookUpdate;
  query: ListQuery;
}> {
  /** Sends an example of an event. @throws ApiError, ConnectionError */
  test(id: string, event: EventName, options?: CallOptions): Promise<Delivery> {
    return this.order({ id, action: 'test', body: { event }, options });
  }

  /** Returns the progress of a bulk resend. @throws ApiError, ConnectionError */
  resendProgress(id: string, resendId: string, options?: CallOptions): Promise<Resend> {
    return this.read(this.pathOf(id, `resends/${segment(resendId)}`), options);
  }
}

/** The platforms and their requirements. */
export class TargetTypes extends Calls {
  /** @throws ApiError, ConnectionError */
  list(options?: CallOptions): Promise<TargetType[]> {
    return this.read('/target-types', options);
  }
}
