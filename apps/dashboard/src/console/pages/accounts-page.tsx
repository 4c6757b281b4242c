import type { Account } from '@estate/client';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, exactTimeColumn } from '../../ui/cells.tsx';
import { matches, useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { listAt } from '../api.ts';
import { useText } from '../use-text.ts';

/** Every customer, newest first. */
export function AccountsPage() {
  const { t } = useSpeech();
  const text = useText();
  const filters = useFilters();
  const words = filters.settled('q');
  const list = useLiveList<Account>({
    key: ['accounts'],
    load: listAt<Account>('/admin/accounts'),
    everything: words !== '',
  });
  const found = list.items.filter(({ id, name }) => matches(words, id, name));
  return (
    <Page title={text('place.accounts')}>
      <ResourceList
        label={text('place.accounts')}
        list={list}
        found={found}
        columns={[
          {
            label: text('accounts.name'),
            width: 'minmax(0, 3fr)',
            show: ({ id, name }) => <TwoLines to={`/accounts/${id}`} title={name} below={id} />,
          },
          exactTimeColumn<Account>(t('common.created'), ({ createdAt }) => createdAt),
        ]}
        filters={filters}
        bar={{ search: text('accounts.search') }}
        empty={{ icon: 'users', title: text('accounts.empty'), text: text('accounts.emptyText') }}
      />
    </Page>
  );
}
