import { useState } from 'react';
import type { Target } from '@estate/client';
import { Group, TextInput } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/page.tsx';
import { pausesOf } from '../../ui/pause-note.tsx';

/** Pauses publishing to a target with a reason, and ends the customer's own pause. */
export function PauseSection({ target }: { target: Target }) {
  const { t } = useSpeech();
  const isOwn = pausesOf(target).some(({ by }) => by === 'customer');
  return (
    <Section title={t('pause.title')} text={t(isOwn ? 'pause.resumeText' : 'pause.text')}>
      {isOwn ? <Resume id={target.id} /> : <Pause id={target.id} />}
    </Section>
  );
}

const touched = (id: string) => [['target', id], ['targets'], ['listings'], ['listing'], ['issues']];

function Pause({ id }: { id: string }) {
  const { t } = useSpeech();
  const [reason, setReason] = useState('');
  const pause = useAct({
    run: () => api.targets.pause(id, reason.trim() === '' ? {} : { reason: reason.trim() }),
    touches: touched(id),
    done: t('pause.done'),
    quiet: true,
  });
  return (
    <Form className="form" onSubmit={() => pause.mutate(undefined)}>
      <TextInput
        label={`${t('pause.reason')} (${t('common.optional')})`}
        autoComplete="off"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <FormErrors error={pause.error} />
      <Group>
        <ActButton
          type="submit"
          variant="default"
          leftSection={<Icon name="pause" />}
          loading={pause.isPending}
        >
          {t('pause.pause')}
        </ActButton>
      </Group>
    </Form>
  );
}

function Resume({ id }: { id: string }) {
  const { t } = useSpeech();
  const resume = useAct({
    run: () => api.targets.resume(id),
    touches: touched(id),
    done: t('pause.resumed'),
  });
  return (
    <ActButton leftSection={<Icon name="refresh" />} act={resume}>
      {t('pause.resume')}
    </ActButton>
  );
}
