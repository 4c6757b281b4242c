import { accountRows } from './accounts.ts';
import { authorizationRows } from './authorizations.ts';
import { consumerCredentialRows } from './consumer-credentials.ts';
import { contactRows } from './contacts.ts';
import { listingRows } from './listings.ts';
import { operatorRows } from './operator.ts';
import { propertyRows } from './properties.ts';
import { requestRows } from './requests.ts';
import type { Row } from './row.ts';
import { targetRows } from './targets.ts';
import { webhookRows } from './webhooks.ts';

/** The one table that routes, validation and the OpenAPI document come from. */
export const rows: readonly Row[] = [
  ...accountRows,
  ...consumerCredentialRows,
  ...propertyRows,
  ...contactRows,
  ...targetRows,
  ...listingRows,
  ...authorizationRows,
  ...requestRows,
  ...webhookRows,
  ...operatorRows,
];
