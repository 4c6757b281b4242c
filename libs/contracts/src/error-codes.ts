import type { PublicationFailureCode } from './listing.ts';
import type { ProcessingFailure } from './attachment.ts';
import type { ParsingFailureCode } from './request.ts';

/** Every `code` of an error response by status, with its meaning for the caller. */
export const ERROR_CODES: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  400: {
    'validation-failed': 'At least one field is invalid. `details` lists all of them.',
    'invalid-input': 'The input is invalid. The message explains why.',
    'malformed-json': 'The body is not JSON in UTF-8.',
    'malformed-request': 'The request is not valid HTTP, or its target is neither a path nor a valid URL.',
    'malformed-path': 'The path is not percent-encoded UTF-8.',
    'unreadable-body': 'The body does not match its headers, for example its length or its compression.',
    'attachment-unreadable': 'The uploaded file is damaged. The message says what it was read as.',
    'package-empty': 'The body of the call is empty.',
    'import-folder-invalid':
      'The directory of an import source is too long, too deep or has characters that are not allowed.',
    'too-many-import-sources': 'The account has the maximum number of import sources. Delete one first.',
    'import-source-unknown': 'The account has no import source with this `sourceId`.',
    'input-too-large': 'The input is larger than a service accepts.',
    'idempotency-key-malformed':
      'The header `Idempotency-Key` is empty, too long or contains characters that are not visible ASCII.',
    'if-match-malformed': 'The header `If-Match` contains neither ETags nor `*`.',
    'if-match-unsupported': 'This operation does not support `If-Match`.',
    'service-version-unknown': 'The header `Service-Version` is not a known version.',
    'last-write-key': 'The key is the last one with the scope `write`. Create another one first.',
    'last-admin':
      'The user is the last active one with the role `admin`. Give another active user the role first.',
    'user-exists': 'Another user of the account has this email address.',
    'sign-in-unavailable':
      'The operator has not configured `PUBLIC_URL`, to which identity providers redirect and dashboard links lead.',
    'issuer-refused': 'The URL of the identity provider is not allowed.',
    'immutable-field': 'A field cannot change once the resource exists.',
    'external-id-taken': 'Another property of the account has this `externalId`.',
    'assignee-unknown': 'The account has no user with the id in `assignee`.',
    'too-many-items': 'The job would have more items than a job can have. Create several jobs.',
    'photo-invalid':
      '`photo` is not the `url` of an uploaded JPEG, PNG or WebP image of the account. Upload it with `POST /attachments` first.',
    'logo-invalid':
      '`url` is not that of an uploaded JPEG, PNG or WebP image of the account. Upload it with `POST /attachments` first.',
    'contact-unknown': 'The account has no contact with this `contactId`.',
    'property-unknown': 'The account has no property with this `propertyId`.',
    'listing-unknown':
      'The account has no listing with one of these `listingIds`. The message names the first.',
    'target-unknown': 'The account has no target with this `targetId`.',
    'property-has-listings': 'The property still has listings. Delete them first.',
    'target-has-listings': 'The target still has listings. Delete them first.',
    'target-in-use':
      'Import sources or filters of webhooks still name the target. The message lists them. Remove the target there first.',
    'target-without-feed': 'The target has no feed. Only targets of the type `feed` have one.',
    'target-login-taken':
      'Another target of the account has the same host, username and path. The message names it. Use that target, or another path.',
    'target-type-unknown': '`type` is not in the list of `GET /target-types`.',
    'target-not-authorized':
      'The end user has not accepted the connection of the target. Send the end user to its `authorizationUrl`.',
    'credentials-incomplete':
      'The platform requires more credentials, or the stored password cannot be kept. `details` lists them.',
    'consumer-credentials-missing': 'The account has no marketplace consumer credentials for this type.',
    'consumer-credentials-refused': 'The marketplace rejected the consumer credentials.',
    'request-collection-unsupported': 'This type of target cannot collect requests.',
    'address-forbidden': 'The address is private or not allowed.',
    'listing-exists': 'The property already has a listing on this target.',
    'prevent-publication-unsupported': 'Only targets with a redirect flow support `preventPublication`.',
    'publish-until-impossible':
      '`publishUntil` is not after `publishFrom`, or, for a new listing, it has passed.',
    'webhook-url-refused': 'The URL of the webhook is not allowed.',
    'webhook-disabled': 'The webhook is disabled. Resume it first.',
    'webhook-not-active': 'The webhook is paused or disabled.',
    'resend-range-missing': 'A bulk resend requires `since` or `fromSequence`.',
    'confirmation-missing':
      'The operation permanently erases data. Confirm it with the header that the message names.',
    'too-many-api-keys': 'The account has the maximum number of API keys. Revoke one first.',
    'too-many-signing-keys': 'The webhook has the maximum number of signing keys. Wait until one expires.',
  },
  401: {
    'api-key-missing': 'The header `Authorization: Bearer <API_KEY>` is missing.',
    'api-key-malformed': 'The header `Authorization` does not have the form `Bearer <API_KEY>`.',
    'api-key-invalid': 'The key is unknown, was revoked or has expired.',
    'session-over':
      'The dashboard session has ended. Possible reasons: the API key was revoked or has expired, the user was removed, the identity provider of the account was changed, the look of an operator has ended, the person is no longer an operator, or a dashboard link has expired or was revoked.',
    'dashboard-link-invalid':
      'The dashboard link is unknown, has expired, was revoked or was already opened.',
    'operator-token-wrong': 'The operation requires the operator token or an operator key.',
  },
  403: {
    'scope-missing': 'The key lacks the scope `write` or `read`.',
    'role-insufficient': 'The role of the user does not permit the operation.',
    'look-is-read-only': 'An operator who views an account cannot change anything.',
    'page-not-linked': 'The dashboard link does not open the page to which the operation belongs.',
    'sign-in-by-provider':
      'The users of the account sign in to the dashboard through its identity provider, not with an API key.',
    'session-of-another-page': 'A page outside the dashboard tried to use a dashboard session.',
  },
  404: {
    'account-not-found': 'There is no account with this id.',
    'operator-key-not-found': 'There is no operator key with this id.',
    'api-key-not-found': 'The account has no key with this id.',
    'dashboard-link-not-found': 'The account has no dashboard link with this id. An expired one is removed.',
    'user-not-found': 'The account has no user with this id.',
    'sign-in-not-found': 'The account has no identity provider.',
    'property-not-found': 'The account has no property with this id.',
    'attachment-not-found':
      'The property has no attachment at this position, or the account has no uploaded attachment with this id.',
    'property-type-not-found': 'There is no property type with this name.',
    'contact-not-found': 'The account has no contact with this id.',
    'target-not-found': 'The account has no target with this id.',
    'listing-not-found': 'The account has no listing with this id.',
    'feed-not-found': 'There is no feed with this token, or no photo at this address.',
    'request-not-found': 'The account has no request with this id.',
    'webhook-not-found': 'The account has no webhook with this id.',
    'delivery-not-found': 'The webhook has no delivery with this id.',
    'resend-not-found': 'The webhook has no resend with this id.',
    'mail-not-found': 'There is no email with this id.',
    'unknown-object-not-found': 'There is no unknown object with this id.',
    'erasure-not-found': 'The account has no erasure with this id.',
    'report-not-found': 'The account has no report with this id.',
    'job-not-found': 'The account has no job with this id.',
    'import-not-found': 'The account has no import with this id.',
    'import-source-not-found': 'The account has no import source with this id.',
    'closing-not-found': 'There is no closing with this id, or the account is not being closed.',
    'path-unknown': 'The path does not exist.',
  },
  405: {
    'method-not-allowed':
      'The path does not support this method. The header `Allow` lists the methods it supports.',
  },
  406: { 'not-acceptable': 'The header `Accept` excludes JSON.' },
  408: { 'request-timeout': 'The request did not arrive in time.' },
  409: {
    'idempotency-in-progress':
      'The first call with this `Idempotency-Key` is still running. Retry later, with the same key.',
    'deleted-meanwhile':
      'The resource that the first call with this `Idempotency-Key` created has since been deleted. A retry needs another key.',
    'property-changed': 'Other calls are changing the property at the same time. Retry.',
    'external-id-deleted': 'The property with this external id was deleted at the same time. Retry.',
    'property-being-deleted':
      'Another call is deleting the property. A retry helps only if the deletion fails.',
    'attachment-pending': 'The attachment is still being processed. Retry later.',
    'attachment-not-published':
      'The attachment could not be processed, so it is not published. A retry does not help.',
    'target-being-deleted': 'Another call is deleting the target. A retry helps only if the deletion fails.',
    'target-paused-by-operator':
      'The operator of the service has paused the target. Only the operator can resume it; a retry does not help before.',
    'target-set-aside':
      'The service crashed repeatedly while it published to the target. Update the target first, then retry.',
    'mail-erased': 'The content of the email was erased. It cannot be read again; a retry does not help.',
    'mail-unreadable':
      'Reading the email takes too much time or memory. Only the operator can have it read again; a retry does not help.',
    'listing-in-the-making':
      'Another call is creating the same listing. The message contains its id. Retry to see whether it was created.',
    'webhook-changed': 'Another call changed the webhook at the same time. Retry.',
    'account-closing':
      'The account is being closed. It can only be read and exported; a retry does not help.',
    'closing-too-late':
      'The closing can no longer be cancelled: its listings are being taken down. A retry does not help.',
    'attachment-storage-full':
      'The account has the maximum number or size of uploaded attachments that no property has used yet. Use them in properties, or wait until they are deleted, then retry.',
    'package-missing': 'The package was removed before the import was created. Send it again.',
    'import-storage-full':
      'The packages of the account that are not imported yet use all its space. Confirm, cancel or await an import, then retry.',
    'import-not-waiting': 'The import is not waiting for confirmation. A retry does not help.',
    'full-transfer-unsupported':
      'The platform does not accept full transfers, or another target publishes with the same login. A retry does not help.',
    'full-transfer-empty':
      'Nothing is listed on the target: a full transfer would remove everything. A retry does not help before something is listed.',
    'full-transfer-too-large':
      'The target has more listings than one full transfer can contain. A retry does not help.',
    'removals-unconfirmed':
      'A full transfer would remove listings that cannot be sent. The message names them; retry with `confirmRemovals`.',
    'package-not-kept':
      'No package of the import source is stored any more. Export from your software again, then preview the settings.',
    'import-ended': 'The import has ended. It can no longer be cancelled; a retry does not help.',
    'resend-ended': 'The bulk resend has ended. It can no longer be cancelled; a retry does not help.',
    'job-ended': 'The job has ended. It can no longer be cancelled; a retry does not help.',
    'job-not-cancellable':
      'A job that sends everything of a target again cannot be cancelled. A retry does not help. Pause the target to stop publishing there.',
    'too-many-jobs':
      'The account has the maximum number of unfinished jobs. Wait until one ends, or cancel one, then retry.',
    'import-sources-unavailable':
      'The operator has not configured an FTP port for import sources. A retry does not help.',
  },
  412: { 'precondition-failed': 'The resource has changed since the state in `If-Match`. Read it again.' },
  413: {
    'body-too-large': 'The body is larger than the limit.',
    'attachment-too-large': 'The uploaded file is larger than 16 MB, or has more pixels than can be decoded.',
  },
  414: { 'url-too-long': 'The URL is too long.' },
  415: {
    'unsupported-media-type': 'The content type of the body is not JSON in UTF-8.',
    'attachment-type-unsupported': 'The uploaded file is neither a supported image nor a PDF.',
    'attachment-type-mismatch': 'The type of the uploaded file differs from `Content-Type`.',
  },
  416: {
    'range-not-satisfiable': 'The document of the feed ends before the range in the header `Range` begins.',
  },
  422: {
    'idempotency-key-reused':
      'The `Idempotency-Key` was already used with a different call. Use a new key for each call.',
  },
  429: {
    'rate-limited': 'The rate limit of the key is exceeded. Retry after the time in `Retry-After`.',
    'account-rate-limited':
      'The rate limit of the account, for all its keys and users together, is exceeded. Retry after the time in `Retry-After`.',
    'too-many-calls-at-once':
      'Too many calls of the account are waiting for its earlier ones. Make fewer calls at once.',
    'too-many-exports':
      'The account has the maximum number of exports in progress. Wait until one has ended.',
    'too-many-uploads':
      'The account has the maximum number of uploads in progress. Wait until one has ended.',
    'too-many-failed-attempts':
      'Too many requests without a valid key came from this address. Requests with a valid key are not affected.',
  },
  431: { 'headers-too-large': 'The headers are too large.' },
  500: { internal: 'An internal error occurred. Contact support with the request id.' },
  503: {
    'service-unavailable': 'A part of the service is unavailable. Retry later.',
    'broker-unavailable': 'The message broker is unavailable. Retry later.',
    'store-unavailable': 'The database is unavailable. Retry later.',
    unavailable: 'A dependency of the service is unavailable. Retry later.',
    'image-busy': 'Smaller images of the account are being made. Retry later.',
    'image-unavailable': 'A smaller image could not be made in time. Leave out `width`, or retry later.',
    'target-busy': 'A publication is using the account of the target. Retry later.',
    'platform-missing': 'The operator has removed this type of target.',
    'marketplace-away': 'The marketplace is unavailable. Retry later.',
  },
};

/** Every `code` in `details`, with its meaning. */
export const FIELD_CODES: Readonly<Record<string, string>> = {
  required: 'The field is missing.',
  'wrong-type': 'The value has the wrong type. `null` is not accepted as a value.',
  'unknown-field': 'The field does not exist.',
  'duplicate-parameter': 'The query contains the parameter more than once.',
  'not-allowed': 'The value is not in the list of allowed values.',
  'wrong-format': 'The text does not have the form that the message describes.',
  'too-small': 'The text or list is too short, or the number is too small.',
  'too-big':
    'The text or list is too long, the number is too large, or the body has too many values or levels.',
  'wrong-step': 'The number is not a multiple of the step.',
  invalid: 'The value violates another rule. The message names the rule.',
};

/** The causes of a failed publication: `failureCode` of `publication.failed` and `lastError` of a listing. */
export const PUBLICATION_FAILURE_MEANINGS: Readonly<Record<PublicationFailureCode, string>> = {
  credentials_rejected: 'The platform rejected the login.',
  host_unreachable: 'The platform could not be reached.',
  connection_lost: 'The connection to the platform was lost.',
  disk_full: 'The platform has no space left (FTP 452 and 552). The publication is retried.',
  path_not_found: 'The directory for packages does not exist.',
  permission_denied: 'The login has no write permission.',
  contact_required: 'Neither the property nor the target has a contact.',
  property_not_processed:
    'Processing of the property failed. The listing is published after the next successful processing.',
  validation_rejected: 'The platform rejected the property. The message names the field.',
  authorization_revoked: 'The end user has revoked the authorization.',
  rate_limited: 'The platform refused the publication repeatedly because of its rate limit.',
  platform_unavailable: 'The platform failed or was unavailable.',
  address_forbidden: 'The address of the platform is private or not allowed.',
  internal: 'An internal error occurred. Contact support with the listing id.',
};

/** The causes of failed processing: `failureCode` of `property.processing_failed`; the message contains the index and the URL. */
export const PROCESSING_FAILURE_MEANINGS: Readonly<Record<ProcessingFailure['failureCode'], string>> = {
  attachment_not_found:
    'The URL returned 404 or 410, or it names an uploaded attachment that the account does not have.',
  attachment_unreachable: 'The URL could not be reached or returned another error.',
  attachment_too_large: 'The file is larger than 16 MB.',
  attachment_type_unsupported: 'The file is neither a supported image nor a PDF.',
  attachment_type_mismatch: 'The type of the file differs from `type`.',
  attachment_unreadable:
    'The file is damaged, or it crashes the program that reads it. The message lists all files that may be the cause.',
  attachment_address_forbidden: 'The address is private or not allowed.',
};

/** The causes of an unreadable email: `failureCode` of `request.parsing_failed`. */
export const PARSING_FAILURE_MEANINGS: Readonly<Record<ParsingFailureCode, string>> = {
  no_xml_attachment: 'The email has no XML attachment.',
  xml_malformed: 'The XML is not well-formed.',
  xml_not_a_request: 'The XML is not a contact request.',
  no_prospect: 'The request does not name a prospect.',
  archive_unreadable: 'The archive cannot be opened.',
  too_large: 'The email or its content is too large.',
  unsupported_format: 'The format is not supported.',
  limit_exceeded: 'The email contains more requests than the limit for one email.',
};
