import { useState } from 'react';
import type { Webhook, WebhookInput } from '@estate/client';
import { Checkbox, Group, TextInput } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors, useFieldError } from '../../ui/form-errors.tsx';
import { EVENT_NAMES } from '../../text/event-messages.ts';
import { SettingsFields } from './settings-fields.tsx';
import { draftOf, inputOf } from './webhook-draft.ts';
import type { WebhookDraft } from './webhook-draft.ts';

interface Props {
  /** The webhook to replace; undefined for a new one. */
  webhook?: Webhook;
  label: string;
  busy: boolean;
  error: unknown;
  onSubmit: (input: WebhookInput) => void;
}

/** All settings of a webhook, because saving replaces it as a whole. */
export function WebhookForm({ webhook, label, busy, error, onSubmit }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  const [draft, setDraft] = useState(() => draftOf(webhook));
  const change = (part: Partial<WebhookDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
  };
  const input = inputOf(draft);
  return (
    <Form className="form" onSubmit={() => input && onSubmit(input)}>
      <TextInput
        label={t('webhook.name')}
        description={t('common.optional')}
        autoComplete="off"
        value={draft.name}
        error={fieldError('name')}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        type="url"
        label={t('webhook.url')}
        description={t('webhook.urlText')}
        placeholder="https://app.example.org/hooks"
        required
        value={draft.url}
        error={fieldError('url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t('webhook.events')}
        value={[...draft.events]}
        onChange={(events) => change({ events })}
        error={fieldError('events')}
      >
        <div className="pair event-choices">
          {EVENT_NAMES.map((name) => (
            <Checkbox key={name} value={name} label={t(`event.${name}`)} description={name} />
          ))}
        </div>
      </Checkbox.Group>
      <SettingsFields draft={draft} change={change} error={error} />
      <FormErrors error={error} />
      <Group>
        <ActButton type="submit" needs="manage" loading={busy} disabled={input === undefined}>
          {label}
        </ActButton>
      </Group>
    </Form>
  );
}
