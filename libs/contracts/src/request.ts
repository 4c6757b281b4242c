import { z } from 'zod';
import { Actor } from './actor.ts';
import { defineEvent, defineWake } from './define-message.ts';
import { defineOperation, operationOn } from './define-operation.ts';
import { EXAMPLE_ID, EXAMPLE_TIME } from './examples.ts';
import { filledText } from './field-rules.ts';
import { Id, ID_PATTERN, Timestamp } from './ids.ts';
import { CountedListQuery, ListQuery, pageOf, searchedPageOf } from './list.ts';
import { Period } from './period.ts';
import { PropertyTypeOfEvent } from './property-type.ts';
import { SearchText } from './search.ts';
import { asStored } from './stored.ts';

const text = z.string().optional();

/** The prospect, as the platform sent it. */
export const Prospect = z.object({
  address: z.object({ city: text, postalCode: text, street: text }).optional(),
  company: text,
  email: text,
  firstName: text,
  lastName: text,
  mobilePhone: text,
  phone: text,
  salutation: text,
});
export type Prospect = z.infer<typeof Prospect>;

/** The property, as the platform describes it. */
export const PropertyProvidedByPlatform = z.object({
  address: z.object({ street: text, cityDistrict: text, city: text, country: text }).optional(),
  externalId: text,
  publicUrl: text,
  title: text,
});
export type PropertyProvidedByPlatform = z.infer<typeof PropertyProvidedByPlatform>;

const exampleRequest = {
  id: EXAMPLE_ID,
  createdAt: EXAMPLE_TIME,
  message: 'Guten Tag,\nist die Wohnung noch frei?',
  targetId: EXAMPLE_ID,
  propertyId: EXAMPLE_ID,
  prospect: {
    salutation: 'Frau',
    firstName: 'Jana',
    lastName: 'Müller-Groß',
    email: 'jana@example.com',
    phone: '0351 123456',
    address: { street: 'Am Bach 3', postalCode: '01067', city: 'Dresden' },
  },
  propertyProvidedByPlatform: {
    externalId: 'P-77',
    publicUrl: 'https://portal.example.org/expose/99887766',
    title: 'Maisonette above the roofs',
    address: { street: 'Lindenweg 12a', city: 'München', cityDistrict: 'Altstadt', country: 'DEU' },
  },
};

/** The content of an email, which never changes. */
const requestContent = {
  id: Id,
  createdAt: Timestamp,
  message: z.string(),
  targetId: Id,
  propertyId: Id.optional(),
  prospect: Prospect,
  propertyProvidedByPlatform: PropertyProvidedByPlatform,
};

export const HANDLING_STATES = ['new', 'inProgress', 'done'] as const;
export const HandlingState = z.enum(HANDLING_STATES);
export type HandlingState = z.infer<typeof HandlingState>;

const Assignee = Id.meta({
  description: 'The id of the user who answers the request. It stays when the user is removed.',
});
export const HANDLING_NOTE_MAX = 2000;
const Note = filledText(HANDLING_NOTE_MAX).meta({
  description: 'A note for the people of the account. It is erased together with the request.',
});
const handlingShape = { state: HandlingState, assignee: Assignee.optional(), note: Note.optional() };

/** The handling of a request by the users of the account. */
export const Handling = z
  .object({
    ...asStored(z.object(handlingShape)).shape,
    changedAt: Timestamp.optional().meta({ description: 'Absent until somebody sets the handling.' }),
    changedBy: Actor.optional(),
    answeredAt: Timestamp.optional().meta({
      description:
        'When the state was first set to another one than `new`. It stays when the state is set back.',
    }),
    answeredBy: Actor.optional(),
  })
  .meta({ id: 'RequestHandling', description: 'How far the people of the account are with a request.' });
export type Handling = z.infer<typeof Handling>;

export const HandlingInput = z.strictObject(handlingShape).meta({
  id: 'RequestHandlingInput',
  example: { state: 'inProgress', assignee: EXAMPLE_ID, note: 'Viewing on Friday at 10.' },
});
export type HandlingInput = z.infer<typeof HandlingInput>;

const EXAMPLE_USER = { kind: 'user', id: EXAMPLE_ID, name: 'Anna Adler' };

export const ContactRequest = z
  .object({ ...requestContent, handling: Handling.default({ state: 'new' }) })
  .meta({
    id: 'Request',
    description: 'A contact request that the service received by email.',
    example: {
      ...exampleRequest,
      handling: {
        ...{ state: 'inProgress', assignee: EXAMPLE_ID, note: 'Viewing on Friday at 10.' },
        ...{
          changedAt: EXAMPLE_TIME,
          changedBy: EXAMPLE_USER,
          answeredAt: EXAMPLE_TIME,
          answeredBy: EXAMPLE_USER,
        },
      },
    },
  });
export type ContactRequest = z.infer<typeof ContactRequest>;

/** The filter value for requests without an assignee; no id has this form. */
export const NOBODY = 'nobody';

/** The filters of an account's requests. */
export const RequestFilters = z.strictObject({
  propertyId: Id.optional(),
  targetId: Id.optional(),
  state: HandlingState.optional().meta({
    description: 'Only requests in this state. A request is `new` until somebody sets its handling.',
  }),
  assignee: z
    .union([
      z.literal(NOBODY),
      z.string().regex(ID_PATTERN, { error: `must be the id of a user, or ${NOBODY}` }),
    ])
    .optional()
    .meta({
      description: 'Only requests that are assigned to the user with this id, or with `nobody` to no user.',
    }),
  q: SearchText.optional().meta({
    description:
      'Only requests with these words in the name, company, email address or phone numbers of the prospect, or in the first 500 characters of the message. The beginning of a word is enough; case and accents do not matter, and `ae` is `ä`.',
    example: 'müller besicht',
  }),
  ...Period,
});
export const RequestQuery = CountedListQuery.extend(RequestFilters.shape);
export type RequestQuery = z.infer<typeof RequestQuery>;

/** The causes of an unreadable email; stable, part of the API. */
export const PARSING_FAILURES = [
  'no_xml_attachment', 'xml_malformed', 'xml_not_a_request', 'no_prospect', 'archive_unreadable', 'too_large',
  'unsupported_format', 'limit_exceeded',
] as const; // oxfmt-ignore
export const ParsingFailureCode = z.enum(PARSING_FAILURES);
export type ParsingFailureCode = z.infer<typeof ParsingFailureCode>;

/** A part of an email that did not become a request. */
export const ParsingProblem = z.object({
  failureCode: ParsingFailureCode,
  failureMessage: z.string(),
  /** Its location: names from the outside in, such as `inquiries.zip > contact.xml`. */
  part: text,
  /** The number of parts or people that are affected. */
  count: z.int(),
});
export type ParsingProblem = z.infer<typeof ParsingProblem>;

export const listRequests = defineOperation({
  subject: 'ask.inbox.list-requests',
  http: 'GET /requests',
  summary: 'List contact requests',
  input: RequestQuery,
  output: searchedPageOf(ContactRequest),
});
export const getRequest = operationOn('ask.inbox.get-request', ContactRequest, {
  http: 'GET /requests/{id}',
  summary: 'Get a contact request',
  errors: ['request-not-found'],
});
/** Changes the handling of a request; the gateway has checked the assignee. */
export const handleRequest = defineOperation({
  subject: 'ask.inbox.handle-request',
  input: HandlingInput.extend({ id: z.string() }),
  output: ContactRequest,
  errors: ['request-not-found'],
});

export const MailState = z.enum(['pending', 'parsed', 'failed', 'quarantined']);
export type MailState = z.infer<typeof MailState>;

/** A received email for the operator. */
export const Mail = z
  .object({
    id: Id,
    receivedAt: Timestamp,
    source: z.string(),
    state: MailState,
    sizeBytes: z.int(),
    sender: z.string().optional(),
    recipients: z.array(z.string()),
    subject: z.string().optional(),
    targetIds: z.array(Id),
    requestCount: z.int(),
    failureCode: ParsingFailureCode.optional(),
    failureMessage: z.string().optional(),
  })
  .meta({ id: 'Mail', description: 'A received email. The raw email is kept for 30 days.' });
export type Mail = z.infer<typeof Mail>;

/** Lists the received emails of all accounts for the operator. */
export const listMails = defineOperation({
  subject: 'ask.inbox.list-mails',
  http: 'GET /admin/mails',
  summary: 'List received emails',
  access: 'operator',
  audit: 'mail.looked_at',
  input: ListQuery.extend({ state: MailState.optional() }),
  output: pageOf(Mail),
});
/** Returns one received email of any account for the operator. */
export const getMail = operationOn('ask.inbox.get-mail', Mail, {
  http: 'GET /admin/mails/{id}',
  summary: 'Get a received email',
  access: 'operator',
  audit: 'mail.looked_at',
  errors: ['mail-not-found'],
});
/** Reads an email again for the operator; existing requests are not created again, nor their events published again. */
export const reparseMail = operationOn('ask.inbox.reparse-mail', Mail, {
  http: 'POST /admin/mails/{id}/reparse',
  summary: 'Read a received email again',
  access: 'operator',
  audit: 'mail.reparsed',
  errors: ['mail-not-found', 'mail-erased'],
});

export const RequestCreated = defineEvent({
  subject: 'event.request.created',
  data: ContactRequest.extend({ propertyType: PropertyTypeOfEvent.optional() }).meta({
    id: 'CreatedRequest',
    description: 'A contact request as the service received it by email.',
  }),
  example: { ...exampleRequest, handling: { state: 'new' }, propertyType: 'apartmentBuy' },
});

export const RequestParsingFailed = defineEvent({
  subject: 'event.request.parsing_failed',
  data: z.object({
    targetId: Id,
    createdAt: Timestamp,
    failureCode: ParsingFailureCode,
    failureMessage: z.string(),
    sender: z.string(),
    recipient: z.string(),
    subject: z.string(),
    body: z.string(),
    /** The number of requests that were created nevertheless. */
    requestCount: z.int().optional(),
    problems: z.array(ParsingProblem).optional(),
    /** The id of the email for `GET /mails/{id}`. */
    mailId: Id.optional(),
    /** The page of the email in the dashboard. */
    mailUrl: z.string().optional(),
  }),
  example: {
    targetId: EXAMPLE_ID,
    createdAt: EXAMPLE_TIME,
    failureCode: 'no_xml_attachment',
    failureMessage: 'The email has no XML document.',
    sender: 'portal@example.org',
    recipient: `${EXAMPLE_ID}@requests.example.org`,
    subject: 'Out of office',
    body: 'I am away until Monday.',
    requestCount: 0,
    problems: [
      { failureCode: 'no_xml_attachment', failureMessage: 'The email has no XML document.', count: 1 },
    ],
    mailId: EXAMPLE_ID,
    mailUrl: `https://api.example.org/dashboard/mails/${EXAMPLE_ID}`,
  },
});

/** Wakes the reader of emails. */
export const ReadMail = defineWake({
  subject: 'wake.inbox.read-mail',
  data: z.object({ mailId: Id }),
  example: { mailId: EXAMPLE_ID },
});
