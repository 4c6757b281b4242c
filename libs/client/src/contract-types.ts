import type * as contracts from '@estate/contracts';

export type {
  Account,
  ApiKey,
  Contact,
  ContactRequest,
  Delivery,
  DeliveryAttempt,
  DeliveryStatus,
  EventName,
  Listing,
  NewApiKey,
  OwnAccount,
  Property,
  PublicationFailureCode,
  PublicationProblem,
  ReceiverReport,
  Resend,
  Scope,
  Target,
  TargetCheck,
  TargetType,
  Webhook,
  WebhookWithKey,
} from '@estate/contracts';

type Contracts = typeof contracts;
/** What may be sent: fields with a default are optional. */
type Sent<S extends { _zod: { input: unknown } }> = S['_zod']['input'];

type Answered<S extends { _zod: { output: unknown } }> = S['_zod']['output'];

/** Whether a property can be published on a target, and the problems that prevent it. */
export type DryRun = Answered<Contracts['validateListing']['output']>;

export type PropertyInput = Sent<Contracts['createProperty']['input']>;
export type PropertyUpdate = Omit<Sent<Contracts['updateProperty']['input']>, 'id'>;
export type ContactInput = Sent<Contracts['createContact']['input']>;
export type TargetInput = Sent<Contracts['createTarget']['input']>;
export type TargetUpdate = WithoutId<Sent<Contracts['updateTarget']['input']>>;

/** Of each of the shapes of a union, which Omit would melt into what they share. */
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

export type ListingInput = Sent<Contracts['createListing']['input']>;
export type ListingUpdate = Omit<Sent<Contracts['updateListing']['input']>, 'id'>;
export type WebhookInput = Sent<Contracts['createWebhook']['input']>;
export type WebhookUpdate = Omit<Sent<Contracts['updateWebhook']['input']>, 'id'>;
/** Which deliveries are sent once more: `since` or `fromSequence` is required; `status` is `failed` by default. */
export type ResendInput = Sent<Contracts['ResendInput']>;
export type ApiKeyInput = Sent<Contracts['ApiKeyInput']>;

type EventOf<M> = M extends {
  subject: `event.${infer Name}`;
  data: { _zod: { output: infer Payload } };
}
  ? { eventId: string; eventName: Name; eventPayload: Payload; eventTime: string }
  : never;

/** What a webhook receives and `GET /events` lists; `eventName` tells the kinds apart. */
export type ServiceEvent = { [Name in keyof Contracts]: EventOf<Contracts[Name]> }[keyof Contracts];
