import { useState } from 'react';
import type { Contact, ContactInput } from '@estate/client';
import { Group, TextInput } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors, useFieldError } from '../../ui/form-errors.tsx';
import { CONTACT_FIELDS, contactInputOf } from './contact-draft.ts';
import type { ContactDraft } from './contact-draft.ts';
import { PhotoField } from './photo-field.tsx';

const KIND = { email: 'email', phone: 'tel', mobilePhone: 'tel', website: 'url' } as const;
const HINTED = ['phone', 'mobilePhone'];

interface Props {
  start?: Contact;
  label: string;
  busy: boolean;
  error: unknown;
  onSubmit: (input: ContactInput) => void;
}

/** The fields of a contact. */
export function ContactForm({ start, label, busy, error, onSubmit }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  const [isUploading, setUploading] = useState(false);
  const [draft, setDraft] = useState<ContactDraft>(() => ({ ...start }));
  return (
    <Form className="form" onSubmit={() => onSubmit(contactInputOf(draft))}>
      <div className="pair">
        {CONTACT_FIELDS.map((name) => (
          <TextInput
            key={name}
            type={name in KIND ? KIND[name as keyof typeof KIND] : 'text'}
            label={t(`contact.${name}`)}
            {...(HINTED.includes(name) && { description: t('contact.phoneText') })}
            required={name === 'email' || name === 'lastName'}
            autoComplete="off"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={draft[name] ?? ''}
            error={fieldError(name)}
            onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </div>
      <PhotoField
        photo={draft.photo}
        change={(photo) => setDraft((before) => ({ ...before, photo }))}
        busy={setUploading}
      />
      <FormErrors error={error} />
      <Group>
        <ActButton
          type="submit"
          loading={busy}
          whyNot={isUploading ? t('contact.photoUploading') : undefined}
        >
          {label}
        </ActButton>
      </Group>
    </Form>
  );
}
