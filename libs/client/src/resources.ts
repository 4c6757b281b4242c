import type {
  ApiKey,
  ApiKeyInput,
  Contact,
  ContactInput,
  Delivery,
  DryRun,
  EventName,
  Listing,
  ListingInput,
  ListingUpdate,
  NewApiKey,
  OwnAccount,
  Property,
  PropertyInput,
  PropertyUpdate,
  ReceiverReport,
  Resend,
  ResendInput,
  Target,
  TargetCheck,
  TargetInput,
  TargetType,
  TargetUpdate,
  Webhook,
  WebhookInput,
  WebhookUpdate,
  WebhookWithKey,
} from './contract-types.ts';
import { List } from './page.ts';
import type { ListQuery } from './page.ts';
import { Resource, segment } from './resource.ts';
import type { CallOptions, Transport } from './transport.ts';

/** The time limit of a target check, which connects to the platform step by step. */
const CHECK_TIMEOUT_MS = 45_000;
/** The time limit of a receiver check, which makes several deliveries. */
const VERIFY_TIMEOUT_MS = 60_000;

export type Properties = Resource<{
  resource: Property;
  input: PropertyInput;
  update: PropertyUpdate;
  query: ListQuery;
}>;
export type Contacts = Resource<{
  resource: Contact;
  input: ContactInput;
  update: ContactInput;
  query: ListQuery;
}>;

export class Targets extends Resource<{
  resource: Target;
  input: TargetInput;
  update: TargetUpdate;
  query: ListQuery;
}> {
  /** Checks the stored credentials step by step. A rejection is part of the result. @throws ApiError, ConnectionError */
  check(id: string, options?: CallOptions): Promise<TargetCheck> {
    return this.order({ method: 'POST', id, action: 'check', leastTimeoutMs: CHECK_TIMEOUT_MS, options });
  }
}

export interface RequestQuery extends ListQuery {
  propertyId?: string | undefined;
  targetId?: string | undefined;
}

export interface ListingQuery extends RequestQuery {
  published?: boolean | undefined;
}

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
  validate(input: { propertyId: string; targetId: string }, options?: CallOptions): Promise<DryRun> {
    return this.order({ method: 'POST', action: 'validate', body: input, options });
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

  /** Retries a failed publication. @throws ApiError, ConnectionError */
  retry(id: string, options?: CallOptions): Promise<Listing> {
    return this.order({ method: 'POST', id, action: 'retry', options });
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
    return this.order({ method: 'POST', id, action: 'rotate-key', options });
  }

  /** Sends an example of an event. @throws ApiError, ConnectionError */
  test(id: string, event: EventName, options?: CallOptions): Promise<Delivery> {
    return this.order({ method: 'POST', id, action: 'test', body: { event }, options });
  }

  /** Sends valid and invalid deliveries and returns the responses of the receiver. @throws ApiError, ConnectionError */
  verify(id: string, options?: CallOptions): Promise<ReceiverReport> {
    return this.order({ method: 'POST', id, action: 'verify', leastTimeoutMs: VERIFY_TIMEOUT_MS, options });
  }

  /** Pauses the webhook. Deliveries wait until it is resumed. @throws ApiError, ConnectionError */
  pause(id: string, options?: CallOptions): Promise<WebhookWithKey> {
    return this.order({ method: 'POST', id, action: 'pause', options });
  }

  /** Resumes a paused or disabled webhook and sends its waiting deliveries. @throws ApiError, ConnectionError */
  resume(id: string, options?: CallOptions): Promise<WebhookWithKey> {
    return this.order({ method: 'POST', id, action: 'resume', options });
  }

  /** Starts a bulk resend of deliveries. @throws ApiError, ConnectionError */
  resend(id: string, input: ResendInput, options?: CallOptions): Promise<Resend> {
    return this.order({ method: 'POST', id, action: 'resend', body: input, options });
  }

  /** Returns the progress of a bulk resend. @throws ApiError, ConnectionError */
  resendProgress(id: string, resendId: string, options?: CallOptions): Promise<Resend> {
    return this.order({ method: 'GET', id, action: `resends/${segment(resendId)}`, options });
  }
}

/** Key and secret that the marketplace issued to the customer. */
export interface ConsumerCredentials {
  key: string;
  secret: string;
}

/** The account of the key. */
export class AccountResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @throws ApiError, ConnectionError */
  get(options?: CallOptions): Promise<OwnAccount> {
    return this.#transport.json({ method: 'GET', path: '/account', options });
  }

  /** Needed for targets of type `marketplace-24`. @throws ApiError, ConnectionError */
  setConsumerCredentials(body: ConsumerCredentials, options?: CallOptions): Promise<{ key: string }> {
    return this.#transport.json({ method: 'PUT', path: '/account', body, options });
  }

  /** Needed for targets of type `marketplace-24-sandbox`. @throws ApiError, ConnectionError */
  setSandboxConsumerCredentials(body: ConsumerCredentials, options?: CallOptions): Promise<{ key: string }> {
    return this.#transport.json({ method: 'PUT', path: '/account/sandbox', body, options });
  }
}

/** Keys of the account. */
export class ApiKeys extends List<ApiKey> {
  /** Creates a key. Only this response contains the key itself. @throws ApiError, ConnectionError */
  create(input: ApiKeyInput, options?: CallOptions): Promise<NewApiKey> {
    return this.transport.json({ method: 'POST', path: this.path, body: input, options });
  }

  /** Revokes a key. @throws ApiError, ConnectionError */
  delete(id: string, options?: CallOptions): Promise<ApiKey> {
    return this.transport.json({ method: 'DELETE', path: `${this.path}/${segment(id)}`, options });
  }
}

/** The platforms and their requirements. */
export class TargetTypes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** @throws ApiError, ConnectionError */
  list(options?: CallOptions): Promise<TargetType[]> {
    return this.#transport.json({ method: 'GET', path: '/target-types', options });
  }
}
