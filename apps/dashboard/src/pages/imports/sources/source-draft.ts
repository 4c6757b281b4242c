import type { ImportSource, ImportSourceInput } from '@estate/client';

/** The settings for reading documents, as typed text. */
export interface ReadingDraft {
  /** Empty for the default of the API. */
  defaultCountry: string;
  /** One value per line. */
  emptyValues: string;
}

const NOBODY = { firstName: '', lastName: '', email: '', phone: '' };

/** The fallback contact, as typed text. */
export type ContactDraft = typeof NOBODY;

/** The state of the form of a source. */
export interface SourceDraft extends ReadingDraft {
  name: string;
  targetIds: readonly string[];
  /** A percentage, as typed text. */
  maxRemoved: string;
  /** True if properties of the source stay published when they are sold. */
  staysWhenSold: boolean;
  contact: ContactDraft;
  /** Undefined for the default of the API. */
  allowPlainLogins: boolean | undefined;
}

const DEFAULT_MAX_REMOVED = '30';
const PERCENT = 100;

type ReadSettings = Pick<ImportSourceInput, 'defaultCountry' | 'emptyValues'>;

export const readingDraftOf = ({ defaultCountry = '', emptyValues = [] }: ReadSettings): ReadingDraft => ({
  defaultCountry,
  emptyValues: emptyValues.join('\n'),
});

/** The settings of a draft, without duplicate lines. */
export function readSettingsIn({ defaultCountry, emptyValues }: ReadingDraft): ReadSettings {
  const lines = emptyValues.split('\n').map((line) => line.trim());
  const values = [...new Set(lines.filter((line) => line !== ''))];
  return {
    ...(defaultCountry !== '' && { defaultCountry }),
    ...(values.length > 0 && { emptyValues: values }),
  };
}

type Contact = ImportSourceInput['fallbackContact'];

const contactDraftOf = ({
  firstName = '',
  lastName = '',
  email = '',
  phone = '',
}: Partial<NonNullable<Contact>> = {}) => ({
  ...{ firstName, lastName, email, phone },
});

/** Fields that the form does not show are kept. Without a name and an email address there is no contact. */
function contactIn(draft: ContactDraft, kept: Contact): Contact {
  const typed = Object.entries(draft).filter(([, text]) => text.trim() !== '');
  if (typed.length === 0) return undefined;
  const { title, mobilePhone, website } = kept ?? {};
  const hidden = Object.entries({ title, mobilePhone, website }).filter(([, text]) => text !== undefined);
  return Object.fromEntries([...hidden, ...typed]) as Contact;
}

export const draftOf = (source: ImportSource | undefined): SourceDraft => ({
  name: source?.name ?? '',
  targetIds: source?.targetIds ?? [],
  maxRemoved: source ? String(Math.round(source.maxRemovedShare * PERCENT)) : DEFAULT_MAX_REMOVED,
  staysWhenSold: source?.onSold === 'keep',
  allowPlainLogins: source?.allowPlainLogins,
  contact: contactDraftOf(source?.fallbackContact),
  ...readingDraftOf(source ?? {}),
});

/** The API's input: saving replaces the whole source, so fields that the form does not show are kept. */
export function inputOf(draft: SourceDraft, source?: ImportSource): ImportSourceInput {
  const { folder, preventPublication } = source ?? {};
  const contact = contactIn(draft.contact, source?.fallbackContact);
  return {
    name: draft.name.trim(),
    targetIds: [...draft.targetIds],
    maxRemovedShare: Number(draft.maxRemoved) / PERCENT,
    ...(draft.staysWhenSold && { onSold: 'keep' as const }),
    ...(draft.allowPlainLogins !== undefined && { allowPlainLogins: draft.allowPlainLogins }),
    ...(contact && { fallbackContact: contact }),
    ...readSettingsIn(draft),
    ...(folder !== undefined && { folder }),
    ...(preventPublication !== undefined && { preventPublication }),
  };
}
