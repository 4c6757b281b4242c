import type { PublicationFailureCode } from './listing.ts';
import type { ProcessingFailure } from './property.ts';
import type { ParsingFailureCode } from './request.ts';

/** Every `code` of an error answer by its status, and what it means to the caller. */
export const ERROR_CODES: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  400: {
    'validation-failed': 'Fields break rules; `details` names every one.',
    'invalid-input': 'The input cannot be used; the message says why.',
    'malformed-json': 'The body is not JSON in UTF-8.',
    'malformed-request': 'The request is not HTTP, or its target is neither a path nor a valid address.',
    'malformed-path': 'The path is not percent-encoded UTF-8.',
    'unreadable-body': 'The body did not arrive as it was announced.',
    'input-too-large': 'The input is larger than a service takes.',
    'idempotency-key-malformed':
      'The header `Idempotency-Key` is empty, too long or has other than visible characters.',
    'if-match-malformed': 'The header `If-Match` holds neither ETags nor `*`.',
    'if-match-unsupported': 'This call cannot depend on `If-Match`.',
    'service-version-unknown': 'The header `Service-Version` names no date of the contract.',
    'last-write-key': 'The key is the last one that may write; make another one first.',
    'immutable-field': 'A field cannot change once the resource exists.',
    'external-id-taken': 'Another property of the account has this `externalId`.',
    'contact-unknown': '`contactId` names no contact of the account.',
    'property-unknown': '`propertyId` names no property of the account.',
    'target-unknown': '`targetId` names no target of the account.',
    'property-has-listings': 'The property still has listings; delete them first.',
    'target-has-listings': 'The target still has listings; delete them first.',
    'target-type-unknown': '`type` is none of `GET /target-types`.',
    'target-not-authorized': 'The end user has not accepted the connection of the target.',
    'credentials-incomplete': 'The platform needs more credentials; `details` names them.',
    'consumer-credentials-missing': 'The account has no marketplace consumer credentials for this type.',
    'consumer-credentials-refused': 'The marketplace did not take the consumer credentials.',
    'request-collection-unsupported': 'This type of target cannot collect requests.',
    'address-forbidden': 'The address is private or not allowed.',
    'listing-exists': 'The property has a listing on this target.',
    'prevent-publication-unsupported': 'Only targets with a redirect flow know `preventPublication`.',
    'webhook-url-refused': 'The address of the webhook is not allowed.',
    'webhook-disabled': 'The webhook is disabled; enable it first.',
    'webhook-not-active': 'The webhook is paused or disabled.',
    'resend-range-missing': 'A resend needs to know from when on.',
    'too-many-signing-keys': 'The webhook has as many signing keys as it may have; wait until one runs out.',
  },
  401: {
    'api-key-missing': 'There is no header `Authorization: Bearer <API_KEY>`.',
    'api-key-malformed': 'The header `Authorization` does not read `Bearer <API_KEY>`.',
    'api-key-invalid': 'The key is not known, was revoked or has expired.',
    'session-over': 'The API key of the dashboard session was revoked or has expired.',
    'operator-token-wrong': 'This needs the token of the operator.',
  },
  403: {
    'scope-missing': 'The key lacks the scope `write` or `read`.',
    'session-of-another-page': 'A session of the dashboard was used by another page.',
  },
  404: {
    'account-not-found': 'There is no account with this id.',
    'api-key-not-found': 'The account has no key with this id.',
    'property-not-found': 'The account has no property with this id.',
    'contact-not-found': 'The account has no contact with this id.',
    'target-not-found': 'The account has no target with this id.',
    'listing-not-found': 'The account has no listing with this id.',
    'request-not-found': 'The account has no request with this id.',
    'webhook-not-found': 'The account has no webhook with this id.',
    'delivery-not-found': 'The webhook has no delivery with this id.',
    'resend-not-found': 'The webhook has no resend with this id.',
    'mail-not-found': 'There is no mail with this id.',
    'path-unknown': 'There is nothing at this path.',
  },
  405: { 'method-not-allowed': 'The path knows other methods; the header `Allow` lists them.' },
  406: { 'not-acceptable': 'The header `Accept` excludes JSON.' },
  408: { 'request-timeout': 'The request took too long to arrive.' },
  409: {
    'idempotency-in-progress': 'The first call with this `Idempotency-Key` is still running.',
    'deleted-meanwhile': 'What the first call with this `Idempotency-Key` made was deleted since.',
    'property-being-deleted': 'Another call is deleting the property.',
    'target-being-deleted': 'Another call is deleting the target.',
    'target-set-aside':
      'The service failed several times while it worked on the target; update the target first.',
    'listing-in-the-making': 'Another call is creating the same listing; the message names its id.',
    'webhook-changed': 'Another call changed the webhook at the same time.',
  },
  412: { 'precondition-failed': '`If-Match` names a former state; read the resource again.' },
  413: { 'body-too-large': 'The body is larger than the limit.' },
  414: { 'url-too-long': 'The address is too long.' },
  415: { 'unsupported-media-type': 'The body is not sent as JSON in UTF-8.' },
  422: { 'idempotency-key-reused': 'The `Idempotency-Key` was used with another call.' },
  429: {
    'rate-limited': 'The rate limit of the key is exceeded; `Retry-After` says when to try again.',
    'too-many-failed-attempts':
      'Too many requests without a valid key came from this address; requests with one are not affected.',
  },
  431: { 'headers-too-large': 'The headers are too large.' },
  500: { internal: 'Our bug; tell us the request id.' },
  503: {
    'service-unavailable': 'A part of the service is away.',
    'broker-unavailable': 'The message broker is away.',
    'store-unavailable': 'The database is away.',
    unavailable: 'Something behind the service is away.',
    'target-busy': 'A publication uses the account of the target right now.',
    'platform-missing': 'The operator has taken this type of target away.',
    'marketplace-away': 'The marketplace could not be asked.',
  },
};

/** Every `code` in `details`, and the rule that it stands for. */
export const FIELD_CODES: Readonly<Record<string, string>> = {
  required: 'The field is missing.',
  'wrong-type': 'The value has another type; `null` is no value.',
  'unknown-field': 'There is no such field.',
  'duplicate-parameter': 'The query names the parameter more than once.',
  'not-allowed': 'The value is not in the list of allowed values.',
  'wrong-format': 'The text does not have the form that the message describes.',
  'too-small': 'The text or list is too short, or the number too small.',
  'too-big': 'The text or list is too long, the number too big, or the body has too many values or levels.',
  'wrong-step': 'The number is not a multiple of the step.',
  invalid: 'Another rule is broken; the message names it.',
};

/** Why a publication failed: `failureCode` of `publication.failed` and `lastError` of a listing. */
export const PUBLICATION_FAILURE_MEANINGS: Readonly<Record<PublicationFailureCode, string>> = {
  credentials_rejected: 'The platform refused the login.',
  host_unreachable: 'The platform could not be reached.',
  connection_lost: 'The connection ended in the middle.',
  disk_full: 'The platform has no space left (FTP 452 and 552); it is retried.',
  path_not_found: 'The directory for packages does not exist.',
  permission_denied: 'The login may not write there.',
  contact_required: 'Neither the property nor the target has a contact.',
  property_not_processed: 'Processing of the property failed; a successful one publishes it.',
  validation_rejected: 'The platform does not take the property; the message names the field.',
  authorization_revoked: 'The end user has withdrawn the connection.',
  rate_limited: 'The platform asked for patience too often.',
  platform_unavailable: 'The platform had trouble of its own.',
  address_forbidden: 'The address of the platform is private or not allowed.',
  internal: 'Our bug; tell us the listing id.',
};

/** Why processing failed: `failureCode` of `property.processing_failed`; the message names the index and the URL. */
export const PROCESSING_FAILURE_MEANINGS: Readonly<Record<ProcessingFailure['failureCode'], string>> = {
  attachment_not_found: 'The address was answered with 404 or 410.',
  attachment_unreachable: 'The address could not be reached or was answered with another error.',
  attachment_too_large: 'The file is larger than 16 MB.',
  attachment_type_unsupported: 'The file is neither an image nor a PDF that can be used.',
  attachment_type_mismatch: 'The file is of another type than `type` says.',
  attachment_unreadable:
    'The file is damaged, or stops the program that reads it; then the message names all that may be the one.',
  attachment_address_forbidden: 'The address is private or not allowed.',
};

/** Why a mail could not be read: `failureCode` of `request.parsing_failed`. */
export const PARSING_FAILURE_MEANINGS: Readonly<Record<ParsingFailureCode, string>> = {
  no_xml_attachment: 'The mail has no XML attachment.',
  xml_malformed: 'The XML is not well-formed.',
  xml_not_a_request: 'The XML is no contact request.',
  no_prospect: 'The request names no interested person.',
  archive_unreadable: 'The archive cannot be opened.',
  too_large: 'The mail or what it carries is too large.',
  unsupported_format: 'The format is not known.',
  limit_exceeded: 'The mail asks for more requests than one mail may lead to.',
};
