import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Target, TargetType } from '@estate/client';
import { Alert, Checkbox, Fieldset, NativeSelect, PasswordInput, Text, TextInput } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import type { MessageKey } from '../../text/messages.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrors, useFieldError } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';
import { PresetField, SettingsFields } from './settings-fields.tsx';
import {
  accessOf,
  draftOf,
  ENCRYPTION_CHOICES,
  HIDDEN_ADDRESS_CHOICES,
  isPasswordKept,
} from './target-draft.ts';
import type { Draft } from './target-draft.ts';

interface Props {
  type: TargetType;
  target?: Target;
  error: unknown;
  onSubmit: (draft: Draft) => void;
  /** The buttons below the fields. */
  children: ReactNode;
}

/** The form of a target, derived from the requirements of its platform. */
export function TargetForm({ type, target, error, onSubmit, children }: Props) {
  const { t } = useSpeech();
  const [draft, setDraft] = useState(() => draftOf(target, type));
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
  };
  const fields = {
    ...{ draft, change, type, error, isNew: target === undefined },
    needsPassword: target?.credentials !== undefined && !isPasswordKept(draft, type, target),
  };
  return (
    <Form className="form" onSubmit={() => onSubmit(draft)}>
      {fields.isNew && type.settings && (
        <PresetField defaults={type.settings} onChange={(settings) => change({ settings })} />
      )}
      <NameField {...fields} />
      <AccessFields {...fields} />
      {type.supportsRequestCollection && (
        <Checkbox
          label={t('target.collects')}
          description={t('target.collectsText')}
          checked={draft.autoCollectRequests}
          onChange={(event) => change({ autoCollectRequests: event.currentTarget.checked })}
        />
      )}
      <HiddenAddressField {...fields} />
      {draft.settings && (
        <SettingsFields
          settings={draft.settings}
          onChange={(settings) => change({ settings })}
          error={error}
        />
      )}
      <FormErrors error={error} />
      {children}
    </Form>
  );
}

interface Fields {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  type: TargetType;
  error: unknown;
  isNew: boolean;
  /** True if the stored password cannot be kept. */
  needsPassword: boolean;
}

type TextField = { [K in keyof Draft]-?: Draft[K] extends string ? K : never }[keyof Draft];

function NameField({ draft, change, error }: Fields) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  return (
    <TextInput
      label={t('target.name')}
      description={t('target.nameText')}
      autoComplete="off"
      value={draft.name}
      error={fieldError('name')}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  );
}

function AccessFields(fields: Fields) {
  const { t } = useSpeech();
  switch (accessOf(fields.type)) {
    case 'approval':
      return <Text size="sm">{t('target.needsApproval')}</Text>;
    case 'login':
      return (
        <>
          <Credentials {...fields} />
          <ContactFields {...fields} />
        </>
      );
    case 'key':
      return <SecretField name="apiKey" {...fields} />;
    case 'open':
      return null;
  }
}

function SecretField({ name, ...fields }: Fields & { name: 'apiKey' | 'password' }) {
  const { t } = useSpeech();
  const { draft, change, type, error, isNew } = fields;
  const fieldError = useFieldError(error);
  const needsPassword = fields.needsPassword && name === 'password';
  return (
    <PasswordInput
      label={t(`target.${name}`)}
      required={needsPassword || (isNew && type.requiredCredentials.includes(name))}
      autoComplete="new-password"
      value={draft[name]}
      error={fieldError(`credentials.${name}`)}
      description={isNew ? undefined : t(needsPassword ? 'target.passwordNeeded' : 'target.passwordKept')}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
      visibilityToggleButtonProps={{ 'aria-label': t('common.show') }}
    />
  );
}

function Credentials(fields: Fields) {
  const { t } = useSpeech();
  return (
    <Fieldset legend={t('target.credentials')} className="form">
      <div className="pair">
        <Field name="host" {...fields} />
        <Field name="port" {...fields} placeholder="21" />
      </div>
      <div className="pair">
        <Field name="username" {...fields} />
        <SecretField name="password" {...fields} />
      </div>
      <div className="pair">
        <Field name="providerNumber" {...fields} />
        <Field name="path" {...fields} />
      </div>
      <EncryptionField {...fields} />
    </Fieldset>
  );
}

function HiddenAddressField({ draft, change, type, error }: Fields) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  return (
    <NativeSelect
      label={t('target.hiddenAddress')}
      description={t(
        type.authorizationFlow === true ? 'target.hiddenAddressNeeded' : 'target.hiddenAddressText',
      )}
      value={draft.hiddenAddress}
      error={fieldError('hiddenAddress')}
      data={HIDDEN_ADDRESS_CHOICES.map((value) => ({ value, label: t(`target.hiddenAddress.${value}`) }))}
      onChange={(event) => {
        const choice = HIDDEN_ADDRESS_CHOICES.find((value) => value === event.currentTarget.value);
        if (choice) change({ hiddenAddress: choice });
      }}
    />
  );
}

function EncryptionField({ draft, change, type }: Fields) {
  const { t } = useSpeech();
  const isRequired = type.tls === 'required';
  return (
    <>
      <NativeSelect
        label={t('target.encryption')}
        description={isRequired ? t('target.tlsRequired') : t(`target.encryptionText.${draft.encryption}`)}
        value={draft.encryption}
        data={ENCRYPTION_CHOICES.filter((value) => !isRequired || value !== 'never').map((value) => ({
          value,
          label: t(`target.encryption.${value}`),
        }))}
        onChange={(event) => {
          const choice = ENCRYPTION_CHOICES.find((value) => value === event.currentTarget.value);
          if (choice) change({ encryption: choice });
        }}
      />
      {draft.encryption === 'never' && (
        <Alert role="alert" className="tone-warn" icon={<Icon name="warning" />}>
          {t('target.clearTextWarning')}
        </Alert>
      )}
    </>
  );
}

function ContactFields(fields: Fields) {
  const { t } = useSpeech();
  return (
    <Fieldset legend={`${t('target.contact')} (${t('common.optional')})`} className="form">
      <Text size="xs" c="dimmed">
        {t('target.contactText')}
      </Text>
      <div className="pair">
        <Field name="firstName" below="contact." {...fields} />
        <Field name="lastName" below="contact." {...fields} />
      </div>
      <div className="pair">
        <Field name="email" below="contact." {...fields} />
        <Field name="phone" below="contact." {...fields} placeholder="+49 89 1234567" />
      </div>
    </Fieldset>
  );
}

function Field({
  name,
  below = '',
  placeholder = '',
  ...fields
}: Fields & { name: TextField; below?: string; placeholder?: string }) {
  const { t } = useSpeech();
  const { draft, change, type, error } = fields;
  const fieldError = useFieldError(error);
  const required = below === '' && type.requiredCredentials.includes(name);
  const label: MessageKey = `target.${name}`;
  return (
    <TextInput
      label={t(label)}
      required={required}
      placeholder={placeholder}
      autoComplete="off"
      inputMode={name === 'port' ? 'numeric' : 'text'}
      value={draft[name]}
      error={fieldError(`credentials.${below}${name}`)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
}
