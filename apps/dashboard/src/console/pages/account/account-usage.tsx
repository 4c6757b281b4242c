import { useState } from 'react';
import type { Usage } from '@estate/client';
import { MonthSelect, USAGE_NAMES, newestMonths, useAmounts } from '../../../pages/account/usage-parts.tsx';
import { useSpeech } from '../../../text/language.tsx';
import { timeText } from '../../../text/time-text.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/page.tsx';
import { accountPath } from '../../api.ts';
import { useAsked } from '../../use-asked.ts';
import type { PartProps } from './part-props.ts';

/** The usage of an account in a month. */
export function AccountUsage({ accountId }: PartProps) {
  const { t, language } = useSpeech();
  const [month = '', setMonth] = useState(newestMonths(new Date())[0]);
  const shown = useAmounts();
  return (
    <div className="stack">
      <MonthSelect month={month} onChange={setMonth} />
      <Loaded query={useAsked<Usage>(accountPath(accountId, `/usage?month=${month}`))}>
        {(usage) => (
          <Section
            title={t('usage.total')}
            text={t('usage.text', { time: timeText(new Date(usage.countedUntil), language) })}
          >
            <Facts facts={USAGE_NAMES.map((name) => [t(`usage.${name}`), shown(name, usage[name])])} />
          </Section>
        )}
      </Loaded>
    </div>
  );
}
