import { z } from 'zod';
import { defineFact } from './define-message.ts';
import { defineOperation, operationOn } from './define-operation.ts';
import { EXAMPLE_ID } from './examples.ts';
import { Id, Timestamp } from './ids.ts';
import { ListQuery, SearchEnd, pageOf } from './list.ts';
import { SearchText } from './search.ts';
import { asStored } from './stored.ts';
import { EmailAddress, filledText, optionalText } from './field-rules.ts';

const phone = z
  .string()
  .max(60)
  .regex(/^\+[1-9]\d{0,3} +\d{1,10} +\d[\d ]{0,24}$/, {
    error: 'must look like +49 89 1234567: country code, area code and number, separated by spaces only',
  });

/** The characters of a URL according to RFC 3986; all others must be percent-encoded. */
const ENCODED = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
/** Browsers read a backslash as a slash, and other programs do not; a broken percent-encoding is ambiguous. */
const AMBIGUOUS = /[\\\p{Cc}]|%(?![0-9A-Fa-f]{2})/u;
const LONGEST_LAST_NAME = 50;

/** Encodes an address as browsers do; an encoded one stays as it is. */
const encoded = (address: string): string =>
  ENCODED.test(address) || AMBIGUOUS.test(address) ? address : (URL.parse(address)?.href ?? address);

/** A longer text is refused for its length before the slower pattern is applied. */
const hasEmailAddress = (name: string): boolean =>
  name.length <= LONGEST_LAST_NAME && /\S@\S+\.\S/.test(name);

/** The fields of a contact person; also used as the fallback contact of a target and of an import source. */
export const ContactFields = z.strictObject({
  email: EmailAddress.meta({ example: 'anna@example.org' }),
  title: optionalText(15),
  firstName: optionalText(30).meta({ example: 'Anna' }),
  lastName: filledText(LONGEST_LAST_NAME)
    .refine((name) => !hasEmailAddress(name), {
      error: 'must not contain an email address',
      params: { code: 'wrong-format' },
    })
    .meta({ description: 'Must not contain an email address.', example: 'Beispiel' }),
  phone: phone.meta({ example: '+49 89 1234567' }).optional(),
  mobilePhone: phone.optional(),
  website: z
    .url({ protocol: /^https?$/, error: 'must be an encoded http or https URL' })
    .overwrite(encoded)
    .max(300, { error: 'must have at most 300 characters when it is encoded' })
    .refine((address) => ENCODED.test(address), {
      error: 'must be an encoded http or https URL',
      params: { code: 'wrong-format' },
    })
    .meta({
      description:
        'An http or https URL. Characters that a URL must not have are percent-encoded, and an internationalized domain name is stored in ASCII.',
    })
    .optional(),
});
export type ContactFields = z.infer<typeof ContactFields>;

/** The types of a photo, which every browser can show. */
export const CONTACT_PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** A contact of the account: the fields that platforms receive, and those for the account only. */
export const OwnContactFields = ContactFields.extend({
  photo: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .max(2000)
    .optional()
    .meta({
      description:
        'The `url` of a JPEG, PNG or WebP image that was uploaded with `POST /attachments`. The dashboard shows it; platforms do not receive it.',
      example: `https://api.example.org/attachments/${EXAMPLE_ID}`,
    }),
});
export type OwnContactFields = z.infer<typeof OwnContactFields>;

export const ContactInput = OwnContactFields.meta({
  id: 'ContactInput',
  description: 'The fields of a new contact.',
});

export const Contact = z
  .object({ id: Id, ...asStored(OwnContactFields).shape, createdAt: Timestamp, updatedAt: Timestamp })
  .meta({ id: 'Contact', description: 'A person whom prospects can reach.' });
export type Contact = z.infer<typeof Contact>;

export const createContact = defineOperation({
  subject: 'ask.catalog.create-contact',
  http: 'POST /contacts',
  summary: 'Create a contact',
  status: 201,
  audit: 'contact.created',
  input: ContactInput,
  output: Contact,
  errors: ['photo-invalid'],
});
export const ContactQuery = ListQuery.extend({
  q: SearchText.optional().meta({
    description:
      'Only contacts with these words in their name or email address. The beginning of a word is enough; case and accents do not matter, and `ae` is `ä`.',
    example: 'anna bei',
  }),
});
export type ContactQuery = z.infer<typeof ContactQuery>;

export const listContacts = defineOperation({
  subject: 'ask.catalog.list-contacts',
  http: 'GET /contacts',
  summary: 'List contacts',
  input: ContactQuery,
  output: pageOf(Contact).extend(SearchEnd.shape),
});
export const getContact = operationOn('ask.catalog.get-contact', Contact, {
  http: 'GET /contacts/{id}',
  summary: 'Get a contact',
  errors: ['contact-not-found'],
});
export const updateContact = defineOperation({
  subject: 'ask.catalog.update-contact',
  http: 'PUT /contacts/{id}',
  summary: 'Replace a contact',
  audit: 'contact.changed',
  input: OwnContactFields.extend({ id: z.string() }),
  output: Contact,
  errors: ['contact-not-found', 'photo-invalid'],
});
export const deleteContact = operationOn('ask.catalog.delete-contact', Contact, {
  http: 'DELETE /contacts/{id}',
  summary: 'Delete a contact',
  description:
    'The contact is erased at once, and is not sent to platforms any more. Its properties show its id in `contactId` until they are updated, usually for less than a second. Then they are published without it.',
  audit: 'contact.deleted',
  errors: ['contact-not-found'],
});

/** A contact was changed or deleted; the properties that refer to it must be brought up to date. */
export const ContactChanged = defineFact({
  subject: 'fact.catalog.contact.changed.v1',
  data: z.object({ contactId: Id, deleted: z.boolean() }),
  example: { contactId: 'd1a2b3c4e5f6g7h8i9j0', deleted: false },
});
