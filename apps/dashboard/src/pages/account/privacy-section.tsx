import { useState } from 'react';
import type { Erasure, Retention } from '@estate/client';
import { Group, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { useMayErase } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { privacyMessages } from '../../text/privacy-messages.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';

addMessages(privacyMessages);

const DAYS_MAX = 3650;
const SHOWN = 10;

/** The retention of prospects' data, and the erasures of persons. */
export function PrivacySection() {
  const { t } = useSpeech();
  const mayErase = useMayErase();
  const query = useQuery({
    queryKey: ['retention'],
    queryFn: ({ signal }) => api.retention.get({ signal }),
  });
  if (!mayErase) return null;
  return (
    <>
      <Section title={t('privacy.title')}>
        <Loaded query={query}>{(retention) => <RetentionForm retention={retention} />}</Loaded>
      </Section>
      <Erasures />
    </>
  );
}

function RetentionForm({ retention }: { retention: Retention }) {
  const { t } = useSpeech();
  const [days, setDays] = useState<number | string>(retention.requestsDays);
  const save = useAct({
    run: () => api.retention.set({ requestsDays: Number(days) }),
    touches: [['retention']],
    done: t('common.saved'),
    quiet: true,
  });
  const hint = retention.isDefault
    ? `${t('privacy.daysText')} ${t('privacy.default')}`
    : t('privacy.daysText');
  return (
    <Form className="form" onSubmit={() => save.mutate(undefined)}>
      <NumberInput
        label={t('privacy.days')}
        description={hint}
        required
        min={1}
        max={DAYS_MAX}
        allowDecimal={false}
        value={days}
        onChange={setDays}
      />
      <FormErrors error={save.error} />
      <Group>
        <ActButton type="submit" variant="light" loading={save.isPending}>
          {t('common.save')}
        </ActButton>
      </Group>
    </Form>
  );
}

function Erasures() {
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['erasures'],
    queryFn: ({ signal }) => api.erasures.list({ order: 'desc', limit: SHOWN }, { signal }),
    refetchInterval: LIST_MS,
  });
  if (!query.data || query.data.data.length === 0) return null;
  return (
    <Section title={t('privacy.erasures')} text={t('privacy.erasuresText')}>
      <ul className="plain-list">
        {query.data.data.map((erasure) => (
          <li key={erasure.id} className="item">
            <ErasureItem erasure={erasure} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ErasureItem({ erasure: { state, phase, requestedAt, erased } }: { erasure: Erasure }) {
  const { t } = useSpeech();
  return (
    <div>
      <Group gap="xs">
        <Time at={requestedAt} exact />
        <Badge tone={state === 'finished' ? 'good' : 'busy'}>{t(`privacy.${state}`)}</Badge>
      </Group>
      {phase && <Text size="xs">{t(`privacy.${phase}`)}</Text>}
      <Text size="xs" c="dimmed">
        {t('privacy.counts', { ...erased, emails: erased.mails })}
      </Text>
    </div>
  );
}
