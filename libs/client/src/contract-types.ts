import type * as contracts from '@estate/contracts';
import type { PropertyType } from '@estate/contracts';

export type {
  Account,
  AccountStatistics,
  Activity,
  ApiKey,
  AuditAction,
  AuditEntry,
  Closing,
  Contact,
  ContactRequest,
  DashboardLink,
  Delivery,
  DeliveryAttempt,
  DeliveryStatus,
  Erasure,
  EventName,
  ImportOutcome,
  ImportProblem,
  ImportState,
  InvitedUser,
  Job,
  JobItem,
  JobItemState,
  JobState,
  KeptAttachment as UploadedAttachment,
  NewApiKey,
  NewDashboardLink,
  OwnAccount,
  TargetStatistics,
  Usage,
  FieldDescription,
  Handling,
  HandlingInput,
  HandlingState,
  Permission,
  PropertyType,
  PropertyTypeDescription,
  PublicationFailureCode,
  PublicationProblem,
  PlatformMessage,
  PlatformState,
  ReceivedMailState,
  Report,
  ReportState,
  ReceivedMailSummary,
  RequestLogEntry,
  Role,
  PropertyListing,
  PropertyListings,
  PropertyStatistics,
  Retention,
  Scope,
  TimelineEntry,
  TargetType,
  User,
  Webhook,
} from '@estate/contracts';

export type * from './action-types.ts';

type Contracts = typeof contracts;
/** What may be sent: fields with a default are optional. */
type Sent<S extends { _zod: { input: unknown } }> = S['_zod']['input'];

type Answered<S extends { _zod: { output: unknown } }> = S['_zod']['output'];

/** One row of the list of property types. */
export type PropertyTypeSummary = Answered<Contracts['listPropertyTypes']['output']>[number];

type Schemas = Contracts['FIELDS_OF'];

/** The fields of each property type, as the service answers with them. */
export type PropertyFields = { [T in contracts.PropertyType]: Answered<Schemas[T]> };

/** The fields of each property type, as they are sent. */
export type PropertyFieldsInput = { [T in contracts.PropertyType]: Sent<Schemas[T]> };

/** What every property has besides its type and its fields. */
export type PropertyData = Omit<contracts.Property, 'type' | 'fields'>;
export type PropertyDataInput = Omit<Sent<Contracts['createProperty']['input']>, 'type' | 'fields'>;

export type PropertyOf<T extends PropertyType> = PropertyData & { type: T; fields: PropertyFields[T] };

/** A property of any type; `type` tells which fields it has. */
export type Property = { [T in PropertyType]: PropertyOf<T> }[PropertyType];

export type PropertyInputOf<T extends PropertyType> = PropertyDataInput & {
  type: T;
  fields: PropertyFieldsInput[T];
};
export type PropertyInput = { [T in PropertyType]: PropertyInputOf<T> }[PropertyType];

/** `type` cannot change and may be left out. */
export type PropertyUpdateOf<T extends PropertyType> = PropertyDataInput & {
  type?: T | undefined;
  fields: PropertyFieldsInput[T];
};
export type PropertyUpdate = { [T in PropertyType]: PropertyUpdateOf<T> }[PropertyType];
export type ContactInput = Sent<Contracts['createContact']['input']>;
export type TargetInput = Sent<Contracts['createTarget']['input']>;
export type TargetUpdate = WithoutId<Sent<Contracts['updateTarget']['input']>>;

/** Of each of the shapes of a union, which Omit would melt into what they share. */
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

export type ListingInput = Sent<Contracts['createListing']['input']>;
export type ListingUpdate = Omit<Sent<Contracts['updateListing']['input']>, 'id'>;
export type JobInput = Sent<Contracts['JobInput']>;
export type ImportSourceInput = Sent<Contracts['createImportSource']['input']>;
export type WebhookInput = Sent<Contracts['createWebhook']['input']>;
export type WebhookUpdate = Omit<Sent<Contracts['updateWebhook']['input']>, 'id'>;
export type ApiKeyInput = Sent<Contracts['ApiKeyInput']>;
export type DashboardLinkInput = Sent<Contracts['DashboardLinkInput']>;
export type UserInput = Sent<Contracts['UserInput']>;
export type UserUpdate = Sent<Contracts['UserUpdate']>;

type EventOf<M> = M extends {
  subject: `event.${infer Name}`;
  data: { _zod: { output: infer Payload } };
}
  ? { eventId: string; eventName: Name; eventPayload: PayloadOf<Payload>; eventTime: string }
  : never;

/** Why the attachments of a property could not be processed. */
export type ProcessingFailure = contracts.ProcessingFailure;

type PayloadOf<P> = P extends contracts.Property & ProcessingFailure
  ? Property & ProcessingFailure
  : P extends contracts.Property
    ? Property
    : P;

/** What a webhook receives and `GET /events` lists; `eventName` tells the kinds apart. */
export type ServiceEvent = { [Name in keyof Contracts]: EventOf<Contracts[Name]> }[keyof Contracts];
