import type { ReactNode } from 'react';
import { Fieldset, Text, TextInput } from '@mantine/core';
import { useSpeech } from '../../../text/language.tsx';
import type { ContactDraft } from './source-draft.ts';

const FIELDS = [
  ['firstName', 'lastName'],
  ['email', 'phone'],
] as const;

interface Props {
  contact: ContactDraft;
  errorOf: (path: string) => ReactNode;
  onChange: (contact: ContactDraft) => void;
}

/** The contact for objects that name none. */
export function FallbackContact({ contact, errorOf, onChange }: Props) {
  const { t } = useSpeech();
  return (
    <Fieldset legend={`${t('source.contact')} (${t('common.optional')})`} className="form">
      <Text size="xs" c="dimmed">
        {t('source.contactText')}
      </Text>
      {FIELDS.map((pair) => (
        <div className="pair" key={pair[0]}>
          {pair.map((name) => (
            <TextInput
              key={name}
              label={t(`target.${name}`)}
              {...(name === 'phone' && { placeholder: '+49 89 1234567' })}
              autoComplete="off"
              value={contact[name]}
              error={errorOf(`fallbackContact.${name}`)}
              onChange={(event) => onChange({ ...contact, [name]: event.currentTarget.value })}
            />
          ))}
        </div>
      ))}
    </Fieldset>
  );
}
