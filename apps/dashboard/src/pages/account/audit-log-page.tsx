import type { AuditAction, AuditEntry } from '@estate/client';
import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { Page } from '../../ui/page.tsx';
import { useActorChoice } from './actor-choice.ts';
import { ACTION_TEXTS } from './audit-actions.ts';
import { useMaySeeAuditLog } from './may-see-audit-log.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { askedFor } from './asked-for.ts';
import { placeOfResource } from './trace-places.ts';

const FILTERS = ['action', 'actorId', 'resourceId', 'from', 'to'] as const;

const placeOf = ({ action, resource }: AuditEntry) =>
  action.endsWith('.deleted') ? undefined : placeOfResource(resource);

/** Who did what in the account, newest first. */
export function AuditLogPage() {
  const { t } = useSpeech();
  const maySee = useMaySeeAuditLog();
  return (
    <Page title={t('audit.title')} up={{ to: '/account', label: t('nav.account') }}>
      {maySee ? <Entries /> : <Alert className="tone-busy">{t('audit.notAllowed')}</Alert>}
    </Page>
  );
}

function Entries() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useAuditColumns(placeOf);
  const { action, ...others } = askedFor(filters, FILTERS);
  const asked = { ...others, ...(action !== undefined && { action: action as AuditAction }) };
  const list = useLiveList<AuditEntry>({
    key: ['audit-log', asked],
    load: (query, signal) => api.auditLog.list({ ...query, ...asked }, { signal }),
  });
  return (
    <>
      <Text c="dimmed">
        {t('audit.text')} {t('audit.timelines')}{' '}
        <Anchor component={Link} to="/properties" inherit underline="always">
          {t('nav.properties')}
        </Anchor>
        {', '}
        <Anchor component={Link} to="/listings" inherit underline="always">
          {t('nav.listings')}
        </Anchor>
      </Text>
      <EntryFilters filters={filters} />
      <LiveRows
        label={t('audit.title')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={
          <Empty icon="document" title={t('audit.empty')} text={t('audit.text')} reference="listAuditLog" />
        }
      />
    </>
  );
}

function EntryFilters({ filters }: { filters: Filters }) {
  const { t } = useSpeech();
  const actors = useActorChoice();
  const actions = {
    name: 'action',
    label: t('audit.action'),
    options: Object.entries(ACTION_TEXTS).map(([value, label]) => ({ value, label: t(label) })),
  };
  return (
    <FilterBar
      filters={filters}
      choices={[actions, actors]}
      texts={[{ name: 'resourceId', label: t('audit.resourceId') }]}
      times={[
        { name: 'from', label: t('filter.from') },
        { name: 'to', label: t('filter.to') },
      ]}
    />
  );
}
