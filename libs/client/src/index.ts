export { Client } from './client.ts';
export type * from './contract-types.ts';
export { ApiError, ConnectionError, isApiError } from './errors.ts';
export type { FieldError } from './errors.ts';
export type { ListQuery, Page } from './page.ts';
export type {
  ConsumerCredentials,
  DeliveryQuery,
  EventQuery,
  ListingQuery,
  Preview,
  RequestQuery,
} from './resources.ts';
export { SERVICE_VERSION, etagOf } from './transport.ts';
export type { CallOptions, ClientOptions } from './transport.ts';
export { WebhookError, readWebhook, verifyWebhook } from './verify-webhook.ts';
export type { RawBody, WebhookRefusal } from './verify-webhook.ts';
