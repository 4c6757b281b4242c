import { useState } from 'react';
import type { EventName, WebhookInput } from '@estate/client';
import { Checkbox, Group, TextInput } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors, useFieldError } from '../../ui/form-errors.tsx';
import { EVENT_NAMES } from './event-names.ts';

interface Props {
  start: { url: string; events: readonly EventName[] };
  label: string;
  busy: boolean;
  error: unknown;
  onSubmit: (input: WebhookInput) => void;
}

/** The address and the events of a webhook. */
export function WebhookForm({ start, label, busy, error, onSubmit }: Props) {
  const { t } = useSpeech();
  const fieldError = useFieldError(error);
  const [url, setUrl] = useState(start.url);
  const [events, setEvents] = useState<string[]>([...start.events]);
  const chosen = EVENT_NAMES.filter((name) => events.includes(name));
  return (
    <Form className="form" onSubmit={() => onSubmit({ url: url.trim(), events: chosen })}>
      <TextInput
        type="url"
        label={t('webhook.url')}
        description={t('webhook.urlText')}
        placeholder="https://app.example.org/hooks"
        required
        value={url}
        error={fieldError('url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Checkbox.Group
        label={t('webhook.events')}
        value={events}
        onChange={setEvents}
        error={fieldError('events')}
      >
        <div className="pair event-choices">
          {EVENT_NAMES.map((name) => (
            <Checkbox key={name} value={name} label={t(`event.${name}`)} description={name} />
          ))}
        </div>
      </Checkbox.Group>
      <FormErrors error={error} />
      <Group>
        <ActButton type="submit" loading={busy} disabled={chosen.length === 0}>
          {label}
        </ActButton>
      </Group>
    </Form>
  );
}
