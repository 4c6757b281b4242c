import { useState } from 'react';
import type { Usage } from '@estate/client';
import { Anchor, Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { MonthSelect, USAGE_NAMES, newestMonths, useAmounts } from '../../pages/account/usage-parts.tsx';
import { useSpeech } from '../../text/language.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useAccountName } from '../account-names.ts';
import { operateAll } from '../api.ts';
import { usageCsv } from '../usage-csv.ts';
import { useText } from '../use-text.ts';

/** The usage of every account in a month, for invoices. */
export function AllUsagePage() {
  const text = useText();
  const { t } = useSpeech();
  const [month = '', setMonth] = useState(newestMonths(new Date())[0]);
  const query = useQuery({
    queryKey: ['all-usage', month],
    queryFn: ({ signal }) =>
      operateAll<Usage>('/admin/usage', { month, signal, idOf: ({ accountId }) => accountId }),
  });
  const rows = query.data ?? [];
  return (
    <Page
      title={text('place.usage')}
      actions={
        <>
          <MonthSelect month={month} onChange={setMonth} />
          <Button
            variant="default"
            disabled={rows.length === 0}
            onClick={() => saveFile(`usage-${month}.csv`, new Blob([usageCsv(rows)], { type: 'text/csv' }))}
          >
            {t('usage.csv')}
          </Button>
        </>
      }
    >
      <Loaded query={query}>{(all) => <Accounts all={all} />}</Loaded>
    </Page>
  );
}

function Accounts({ all }: { all: readonly Usage[] }) {
  const { t } = useSpeech();
  const text = useText();
  const shown = useAmounts();
  const accountName = useAccountName();
  return (
    <section className="card">
      <div className="scroll-x" tabIndex={0} role="region" aria-label={text('place.usage')}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('accounts.name')}</Table.Th>
              {USAGE_NAMES.map((name) => (
                <Table.Th key={name}>{t(`usage.${name}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {all.map((usage) => (
              <Table.Tr key={usage.accountId}>
                <Table.Th scope="row">
                  <Anchor component={Link} to={`/accounts/${usage.accountId}/usage`} size="sm">
                    {accountName(usage.accountId)}
                  </Anchor>
                </Table.Th>
                {USAGE_NAMES.map((name) => (
                  <Table.Td key={name}>{shown(name, usage[name])}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
