import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Contact } from '@estate/client';
import { api, orNull } from '../../../api/client.ts';
import { nameOfContact } from '../../../api/names.ts';
import { useSpeech } from '../../../text/language.tsx';
import { Section } from '../../../ui/page.tsx';
import { FORM_SECTIONS } from './form-sections.ts';
import type { PropertyDraft } from './property-draft.ts';

const OFFERED = 100;

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
  const { data: contacts = [] } = useQuery({
    queryKey: ['contacts', 'offered', chosen],
    queryFn: ({ signal }) => offered(chosen, signal),
    placeholderData: (before) => before,
  });
  const known = contacts.map((contact) => ({ value: contact.id, label: nameOfContact(contact) }));
  const missing = chosen !== '' && contacts.every(({ id }) => id !== chosen);
  return (
    <NativeSelect
      id="contactId"
      label={t('property.contact')}
      value={chosen}
      error={error}
      data={[
        { value: '', label: t('property.noContact') },
        ...(missing ? [{ value: chosen, label: chosen }] : []),
        ...known,
      ]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

/** The newest contacts, and the chosen one when it is older. */
async function offered(chosen: string, signal: AbortSignal): Promise<Contact[]> {
  const { data } = await api.contacts.list({ limit: OFFERED, order: 'desc' }, { signal });
  if (chosen === '' || data.some(({ id }) => id === chosen)) return data;
  const older = await orNull(api.contacts.get(chosen, { signal }));
  return older ? [...data, older] : data;
}
