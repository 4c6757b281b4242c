export type { SummaryQuery } from './action-queries.ts';
export type { ConsumerCredentials, ExportLine } from './account.ts';
export { Client } from './client.ts';
export type * from './contract-types.ts';
export type { FollowOptions, FollowQuery } from './events.ts';
export { ApiError, ConnectionError, isApiError } from './errors.ts';
export type { FieldError } from './errors.ts';
export type { CountedListQuery, EventQuery, ListQuery, Page } from './page.ts';
export type { ReceivedMailQuery } from './mails.ts';
export type { JobItemQuery, JobQuery } from './jobs.ts';
export type { ReportQuery } from './reports.ts';
export type { AuditLogQuery, RequestLogQuery } from './traces.ts';
export type { Timeline, TimelineQuery } from './timeline.ts';
export type { DeliveryQuery } from './deliveries.ts';
export type {
  ImageQuery,
  ListingQuery,
  PropertyListingsQuery,
  PropertyQuery,
  StatisticsQuery,
} from './queries.ts';
export type { ContactQuery, Preview, RequestFilters, RequestQuery } from './resources.ts';
export { VERSION } from './version.ts';
export { SERVICE_VERSION, etagOf } from './transport.ts';
export type { CallOptions, ClientOptions, FileContent } from './transport.ts';
export { readWebhookRequest } from './read-webhook-request.ts';
export type { FetchRequest, NodeRequest } from './read-webhook-request.ts';
export { WebhookError, readWebhook, signWebhook, verifyWebhook } from './verify-webhook.ts';
export type { RawBody, WebhookRefusal } from './verify-webhook.ts';
