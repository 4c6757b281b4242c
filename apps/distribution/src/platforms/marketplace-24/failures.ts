import { PLATFORM_MESSAGES_MAX, PLATFORM_MESSAGE_LENGTH } from '@estate/contracts';
import type { PlatformMessage, PublicationFailureCode } from '@estate/contracts';
import type { PublicationFailure } from '../platform.ts';
import { CallFailed } from '../rest/failures.ts';
import type { Kind } from '../rest/failures.ts';
import type { MarketplaceAnswer } from './answer.ts';
import type { Subject } from './call-subject.ts';
import { cut } from './object/text.ts';
import { ended, fieldIn, inWords } from './validation-words.ts';

const MAX_SAID = 400;

interface Meaning {
  code: PublicationFailureCode;
  repeat: boolean;
  scope: PublicationFailure['scope'];
  kind?: Kind;
  words?: string;
}

const validation: Meaning = { code: 'validation_rejected', repeat: false, scope: 'listing' };
const bug: Meaning = { code: 'internal', repeat: false, scope: 'listing', kind: 'bug' };
const away: Meaning = { code: 'platform_unavailable', repeat: true, scope: 'target' };
/** This object may be the cause, so the other listings are still tried. */
const stumbled: Meaning = { code: 'platform_unavailable', repeat: true, scope: 'listing' };
const busy: Meaning = { ...stumbled, words: 'another call about it is in progress' };
const gone: Meaning = { ...stumbled, words: 'it no longer exists there' };

const DENIED: Meaning = {
  code: 'permission_denied',
  repeat: false,
  scope: 'target',
  words: 'the consumer key or the account lacks the right',
};

/** The meaning of each code of the marketplace; a code alone decides, whatever the status. */
const BY_CODE: ReadonlyMap<string, Meaning> = new Map<string, Meaning>(
  Object.entries({
    ERROR_COMMON_AUTHENTICATION_REQUIRED: {
      code: 'authorization_revoked',
      repeat: false,
      scope: 'target',
      kind: 'revoked',
    },
    ERROR_COMMON_AUTHENTICATION_OAUTH_NONCE_EXPIRED: stumbled,
    ERROR_COMMON_ACCESS_DENIED: DENIED,
    ERROR_RESOURCE_NOT_FOUND: gone,
    ERROR_COMMON_RESOURCE_NOT_FOUND: gone,
    ERROR_COMMON_REQUEST_CONFLICT: busy,
    ERROR_RESOURCE_VALIDATION: validation,
    ERROR_COMMON_SCHEMA_VALIDATION_FAILED: bug,
    ERROR_COMMON_MEDIA_TYPE_UNSUPPORTED: bug,
    ERROR_COMMON_METHOD_NOT_ALLOWED: bug,
    ERROR_COMMON_INTERNAL_SERVER_ERROR: stumbled,
    ERROR_COMMON_INTERNAL_SERVER_ERROR_WITH_DETAILS: stumbled,
    ERROR_COMMON_SERVICE_UNAVAILABLE: away,
    ERROR_DB_NOT_AVAILABLE: away,
    ERROR_COMMON_BAD_REQUEST: validation,
    ERROR_COMMON_UNPROCESSABLE_ENTITY: validation,
    ERROR_RESOURCE_NOT_UNIQUE: {
      ...validation,
      words: 'externalId: another object on the marketplace has it',
    },
    ERROR_CONTACT_DETAILS_MISSING: {
      code: 'contact_required',
      repeat: false,
      scope: 'listing',
      words: 'contactId: the marketplace requires more details of the contact',
    },
    ERROR_COMMISSION_SPLIT_VALIDATION_FAILED: {
      ...validation,
      words: 'fields.commission: the marketplace requires the split of the commission',
    },
    ERROR_INVALID_COORDINATES: {
      ...validation,
      words: 'fields.address: its position on the map is not plausible',
    },
    ERROR_GEOCODING_FAILED: { ...validation, words: 'fields.address: it was not found on the map' },
  }),
);

const redirected: Meaning = { ...away, words: 'it returned a redirect, which is not followed' };
/**
 * A response without an explanation: a proxy may ask for credentials, too. Only the documented code of the marketplace means that the grant
 * was withdrawn.
 */
const unexplained: Meaning = {
  ...away,
  words: 'it returned 401 without the code of a revoked authorization',
};

/** The meaning of a status without a known code. Any other 4xx is final. */
const BY_STATUS: ReadonlyMap<number, Meaning> = new Map([
  [401, unexplained],
  [403, DENIED],
  [404, gone],
  [405, bug],
  [406, bug],
  [407, away],
  [408, stumbled],
  [409, busy],
  [410, gone],
  [411, bug],
  [415, bug],
  [421, away],
  [423, busy],
  [425, stumbled],
  [500, stumbled],
]);

/** The codes with a meaning of their own, for the tests of this table. */
export const KNOWN_CODES: readonly string[] = [...BY_CODE.keys()];

/** The failure of a listing for a refusal. */
export function refusalOf(answer: MarketplaceAnswer, subject: Subject): CallFailed {
  const meaning = meaningOf(answer);
  const { code, repeat, scope, kind } = meaning;
  const failure = { code, message: sentence(answer, subject, meaning), repeat, scope };
  const isJudged = scope === 'listing' && JUDGEMENTS.has(code);
  return new CallFailed(
    isJudged ? { ...failure, said: { state: 'rejected', messages: wordsOf(answer, subject) } } : failure,
    kind,
  );
}

/** The failures that show that the marketplace has examined the object. */
const JUDGEMENTS: ReadonlySet<PublicationFailureCode> = new Set(['validation_rejected', 'contact_required']);

/** The messages of the marketplace, each with the field of the API that it is about. */
const wordsOf = ({ messages }: MarketplaceAnswer, subject: Subject): PlatformMessage[] =>
  messages.slice(0, PLATFORM_MESSAGES_MAX).map(({ code, text }) => ({
    ...(code !== '' && { code }),
    severity: 'error',
    text: cut(text || code, PLATFORM_MESSAGE_LENGTH),
    field: fieldIn(text, subject),
  }));

function meaningOf({ statusCode, messages, trace }: MarketplaceAnswer): Meaning {
  const known = messages.map(({ code }) => BY_CODE.get(code)).find((meaning) => meaning !== undefined);
  if (known && (known.kind !== 'revoked' || statusCode === 401)) return known;
  if (statusCode >= 300 && statusCode < 400) return redirected;
  if (statusCode === 404 && trace === undefined) return away;
  return BY_STATUS.get(statusCode) ?? (statusCode >= 400 && statusCode < 500 ? validation : away);
}

function sentence(answer: MarketplaceAnswer, subject: Subject, { code, kind, words }: Meaning): string {
  const reference = referenceOf(answer);
  if (kind === 'revoked') {
    return `The marketplace no longer accepts the authorization of the target${reference}: ${ended(said(answer))} Update the target and send the end user to its new authorizationUrl.`;
  }
  if (kind === 'bug') {
    return `An internal error occurred: the request does not follow the rules of the marketplace${reference}: ${ended(said(answer))}`;
  }
  if (code === 'validation_rejected' && words === undefined) {
    return `The marketplace rejected ${subject.what}${reference}: ${inWords(answer.messages, subject)}`;
  }
  const reason = words === undefined ? said(answer) : `${words} (${said(answer)})`;
  return `The marketplace rejected ${subject.what}${reference}: ${ended(reason)}`;
}

const referenceOf = ({ trace }: MarketplaceAnswer): string =>
  trace === undefined ? '' : ` (reference ${trace})`;

const said = ({ statusCode, messages }: MarketplaceAnswer): string =>
  cut(
    [statusCode, ...messages.map(({ code, text }) => `${code} ${text}`.trim())]
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim(),
    MAX_SAID,
  );

/** The failure for a success in a form that the marketplace does not use. Whether the call succeeded is unknown. */
export function unreadable(answer: MarketplaceAnswer, subject: Subject): CallFailed {
  const { code, repeat, scope } = answer.trace === undefined ? away : stumbled;
  const message = `The response about ${subject.what} does not have the documented format${referenceOf(answer)}: ${ended(said(answer))}`;
  return new CallFailed({ code, message, repeat, scope });
}
