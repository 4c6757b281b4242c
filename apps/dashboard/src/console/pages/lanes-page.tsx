import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useAct } from '../../api/use-act.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { timeColumn } from '../../ui/cells.tsx';
import { choiceOf, useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';
import { useAccountName } from '../account-names.ts';
import { listAt, operate } from '../api.ts';
import type { Lane } from '../types.ts';
import { useText } from '../use-text.ts';

const STATES = ['paused', 'set_aside', 'open'] as const;

/** The publishing queues of all accounts, one for each target. */
export function LanesPage() {
  const { t } = useSpeech();
  const text = useText();
  const filters = useFilters();
  const state = filters.settled('state');
  const columns = useColumns();
  const list = useLiveList<Lane>({
    key: ['lanes', state],
    load: listAt<Lane>('/admin/lanes', { state }),
  });
  return (
    <Page title={text('place.lanes')}>
      <Text c="dimmed">{text('lane.text')}</Text>
      <ResourceList
        label={text('place.lanes')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{
          choices: [
            choiceOf({ name: 'state', label: t('common.status') }, STATES, (value) => text(`lane.${value}`)),
          ],
        }}
        empty={{ icon: 'targets', title: text('lane.none'), text: text('lane.text') }}
      />
    </Page>
  );
}

function useColumns(): Column<Lane>[] {
  const { t } = useSpeech();
  const text = useText();
  const accountName = useAccountName();
  return [
    {
      label: t('listing.target'),
      width: 'minmax(0, 3fr)',
      show: ({ id, type, accountId }) => (
        <div className="two-lines">
          <Anchor component={Link} to={`/accounts/${accountId}/targets`} fw={600} size="sm" className="cut">
            {accountName(accountId)}
          </Anchor>
          <Text size="xs" c="dimmed" className="cut">
            {type} · {id}
          </Text>
        </div>
      ),
    },
    { label: t('common.status'), width: 'minmax(150px, 2fr)', show: (lane) => <State lane={lane} /> },
    {
      label: text('lane.waiting'),
      width: '90px',
      wideOnly: true,
      show: ({ dueCount }) => <Text size="sm">{dueCount}</Text>,
    },
    { ...timeColumn<Lane>(text('lane.oldest'), '130px', ({ oldestDueAt }) => oldestDueAt), wideOnly: true },
    { label: text('lane.order'), width: '120px', show: (lane) => <Order lane={lane} /> },
  ];
}

function State({ lane: { pausedAt, customerPause, setAside, working } }: { lane: Lane }) {
  const text = useText();
  if (setAside) return <Badge tone="bad">{text('lane.set_aside')}</Badge>;
  if (pausedAt !== undefined) {
    return (
      <Badge tone="busy" icon="pause">
        {text('lane.pausedByOperator')}
      </Badge>
    );
  }
  if (customerPause) {
    return (
      <Badge tone="busy" icon="pause">
        {text('lane.pausedByCustomer')}
      </Badge>
    );
  }
  return <Badge tone={working ? 'good' : 'calm'}>{text(working ? 'lane.working' : 'lane.open')}</Badge>;
}

function Order({ lane: { id, pausedAt, setAside } }: { lane: Lane }) {
  const text = useText();
  const isStopped = pausedAt !== undefined || setAside !== undefined;
  const order = isStopped ? 'resume' : 'pause';
  const act = useAct({
    run: () => operate(`/admin/lanes/${id}/${order}`, { method: 'POST' }),
    touches: [['lanes']],
    done: text(isStopped ? 'lane.resumeDone' : 'lane.pauseDone'),
  });
  return (
    <ActButton size="compact-sm" variant={isStopped ? 'filled' : 'default'} act={act}>
      {text(`lane.${order}`)}
    </ActButton>
  );
}
