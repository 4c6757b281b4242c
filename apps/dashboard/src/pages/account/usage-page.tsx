import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Table } from '@mantine/core';
import type { Usage } from '@estate/client';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { dayText, timeText } from '../../text/time-text.ts';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { saveAnswer } from '../../ui/save-answer.ts';
import { MonthSelect, USAGE_NAMES, newestMonths, useAmounts } from './usage-parts.tsx';

/** The usage of the account in a month. */
export function UsagePage() {
  const { t } = useSpeech();
  const [month = '', setMonth] = useState(newestMonths(new Date())[0]);
  const query = useQuery({
    queryKey: ['usage', month],
    queryFn: ({ signal }) => api.account.usage({ month }, { signal }),
  });
  return (
    <Page
      title={t('usage.title')}
      up={{ to: '/account', label: t('nav.account') }}
      actions={<MonthSelect month={month} onChange={setMonth} />}
    >
      <Loaded query={query}>{(usage) => <MonthOfUsage usage={usage} />}</Loaded>
    </Page>
  );
}

function MonthOfUsage({ usage }: { usage: Usage }) {
  const { t, language } = useSpeech();
  const shown = useAmounts();
  const save = useAct({
    run: () => saveAnswer(`/account/usage.csv?month=${usage.month}`, `usage-${usage.month}.csv`),
    touches: [],
  });
  const time = timeText(new Date(usage.countedUntil), language);
  return (
    <>
      <Section title={t('usage.total')} text={t('usage.text', { time })}>
        <Facts facts={USAGE_NAMES.map((name) => [t(`usage.${name}`), shown(name, usage[name])])} />
      </Section>
      <Section
        title={t('usage.days')}
        actions={
          usage.days.length > 0 && (
            <Button variant="default" loading={save.isPending} onClick={() => save.mutate(undefined)}>
              {t('usage.csv')}
            </Button>
          )
        }
      >
        {usage.days.length > 0 ? <Days usage={usage} /> : t('usage.none')}
      </Section>
    </>
  );
}

function Days({ usage: { days } }: { usage: Usage }) {
  const { t, language } = useSpeech();
  const shown = useAmounts();
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={t('usage.days')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {(['day', ...USAGE_NAMES] as const).map((name) => (
              <Table.Th key={name}>{t(`usage.${name}`)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day) => (
            <Table.Tr key={day.day}>
              <Table.Th scope="row" className="time">
                {dayText(day.day, language)}
              </Table.Th>
              {USAGE_NAMES.map((name) => (
                <Table.Td key={name}>{shown(name, day[name])}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
