import { useState } from 'react';
import type { Target } from '@estate/client';
import { isApiError } from '@estate/client';
import { Alert, Group, Text, TextInput } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { useWhyNotSent } from './why-texts.ts';

/** Sends everything of a target again: listing by listing or, if its transfer is `full`, as one full transfer. */
export function SynchronizeSection({ target }: { target: Target }) {
  const { t } = useSpeech();
  return (
    <Section title={t('sync.title')} text={t('sync.text')}>
      <Partial target={target} />
      {target.settings?.transfer === 'full' && <Full target={target} />}
    </Section>
  );
}

const touched = ({ id }: Target) => [['target', id], ['listings'], ['listing'], ['jobs']];

function Partial({ target }: { target: Target }) {
  const { t } = useSpeech();
  const partial = useAct({
    run: () => api.targets.synchronize(target.id, { mode: 'partial' }),
    touches: touched(target),
    done: t('sync.begun'),
  });
  return (
    <ActButton variant="default" leftSection={<Icon name="refresh" />} act={partial}>
      {t('sync.partial')}
    </ActButton>
  );
}

/** A full transfer removes objects, so the user confirms it by typing a number. */
function Full({ target }: { target: Target }) {
  const { t } = useSpeech();
  const [number, setNumber] = useState('');
  const full = useAct({
    run: () =>
      api.targets.synchronize(target.id, {
        mode: 'full',
        ...(number.trim() !== '' && { confirmRemovals: Number(number) }),
      }),
    touches: touched(target),
    done: t('sync.begun'),
    quiet: true,
  });
  return (
    <Form className="form" onSubmit={() => full.mutate(undefined)}>
      <Text size="sm" c="dimmed" mt="md">
        {t('sync.fullText')}
      </Text>
      <LastTransfer target={target} />
      <FormErrors error={full.error} />
      {isApiError(full.error, 'removals-unconfirmed') && (
        <TextInput
          label={t('sync.confirm')}
          inputMode="numeric"
          autoComplete="off"
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      <Group>
        <ActButton type="submit" variant="default" loading={full.isPending}>
          {t('sync.full')}
        </ActButton>
      </Group>
    </Form>
  );
}

function LastTransfer({ target }: { target: Target }) {
  const { t } = useSpeech();
  const whyNotSent = useWhyNotSent();
  const { lastFullTransfer: last } = target;
  if (!last) return null;
  const why = whyNotSent(last);
  return (
    <Alert className={last.ok ? 'tone-good' : 'tone-bad'}>
      {last.ok ? t('sync.lastGood', { count: last.listings }) : t('sync.lastBad')} <Time at={last.at} />
      {why !== undefined && (
        <Text size="sm" className="break">
          {why}
        </Text>
      )}
      {last.removals !== undefined && <Held target={target} removals={last.removals} why={why} />}
    </Alert>
  );
}

interface HeldProps {
  target: Target;
  removals: number;
  why: string | undefined;
}

/** A full transfer that was stopped because of many removals; its dialog lists them. */
function Held({ target, removals, why = '' }: HeldProps) {
  const { t } = useSpeech();
  const send = useAct({
    run: () => api.targets.synchronize(target.id, { mode: 'full', confirmRemovals: removals }),
    touches: touched(target),
    done: t('sync.begun'),
  });
  return (
    <>
      <Text size="sm" my="xs">
        {t('sync.held', { count: removals })}
      </Text>
      <Confirm
        label={t('sync.sendAnyway')}
        title={t('sync.sendAnywayTitle')}
        text={`${t('sync.sendAnywayText', { count: removals })} ${why}`}
        act={send}
        dangerous
      />
    </>
  );
}
