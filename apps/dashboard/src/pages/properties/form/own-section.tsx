import { Suspense, lazy } from 'react';
import { TextInput } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { nameOfContact, useContactName } from '../../../api/names.ts';
import { searchFor } from '../../../api/search.ts';
import { useSpeech } from '../../../text/language.tsx';
import { Section } from '../../../ui/page.tsx';
import type { Find } from '../../../ui/search-select.tsx';
import { StaysWhenSold } from '../../../ui/stays-when-sold.tsx';
import { FORM_SECTIONS } from './form-sections.ts';
import type { PropertyDraft } from './property-draft.ts';

/** Loaded after the form, which is shown without it. */
const SearchSelect = lazy(async () => ({
  default: (await import('../../../ui/search-select.tsx')).SearchSelect,
}));

interface Props {
  draft: PropertyDraft;
  isNew: boolean;
  change: (part: Partial<PropertyDraft>) => void;
  errorOf: (path: string) => string | undefined;
}

/** The customer's own number of a property, and whom prospects reach. */
export function OwnSection({ draft, isNew, change, errorOf }: Props) {
  const { t } = useSpeech();
  return (
    <Section id={FORM_SECTIONS.own} title={t('property.own')}>
      <div className="pair">
        <TextInput
          id="externalId"
          label={t('property.externalId')}
          description={t(isNew ? 'property.externalIdText' : 'property.externalIdFixed')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          readOnly={!isNew}
          value={draft.externalId}
          error={errorOf('externalId')}
          onChange={(event) => change({ externalId: event.currentTarget.value })}
        />
        <ContactInput
          chosen={draft.contactId}
          error={errorOf('contactId')}
          onChoose={(contactId) => change({ contactId })}
        />
      </div>
      <StaysWhenSold
        isKept={draft.staysWhenSold}
        error={errorOf('onSold')}
        onChange={(staysWhenSold) => change({ staysWhenSold })}
      />
    </Section>
  );
}

interface ContactProps {
  chosen: string;
  error: string | undefined;
  onChoose: (id: string) => void;
}

function ContactInput({ chosen, error, onChoose }: ContactProps) {
  const { t } = useSpeech();
  const name = useContactName(chosen === '' ? undefined : chosen);
  const common = { id: 'contactId', label: t('property.contact'), error };
  return (
    <Suspense fallback={<TextInput {...common} disabled />}>
      <SearchSelect
        {...common}
        placeholder={t('property.noContact')}
        clearable
        chosen={{ value: chosen, label: name ?? '' }}
        of="contacts"
        find={findContacts}
        onChoose={onChoose}
      />
    </Suspense>
  );
}

const findContacts: Find = async function* (words, limit, signal) {
  for await (const contact of api.contacts.all({ ...searchFor(words), order: 'desc', limit }, { signal }))
    yield { value: contact.id, label: nameOfContact(contact) };
};
