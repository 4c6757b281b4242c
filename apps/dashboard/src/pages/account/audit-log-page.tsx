import type { AuditEntry, AuditLogQuery } from '@estate/client';
import { Alert, Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { useFilters } from '../../ui/filters.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import { useActorChoice } from './actor-choice.ts';
import { useActionChoice } from './audit-actions.ts';
import { useMaySeeAuditLog } from './may-see-audit-log.ts';
import { useAuditColumns } from './audit-columns.tsx';
import { placeOfResource } from './trace-places.ts';

const FILTERS = ['actorId', 'resourceId', 'from', 'to', 'action'] as const;

const placeOf = ({ action, resource }: AuditEntry) =>
  action.endsWith('.deleted') ? undefined : placeOfResource(resource);

/** The audit log of the account, newest first. */
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
  const choices = [useActionChoice(), useActorChoice()];
  const asked = askedFor<AuditLogQuery>(filters, FILTERS);
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
      <ResourceList
        label={t('audit.title')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{ choices, texts: [{ name: 'resourceId', label: t('audit.resourceId') }], hasTimes: true }}
        empty={{
          icon: 'document',
          title: t('audit.empty'),
          text: t('audit.text'),
          reference: 'listAuditLog',
        }}
      />
    </>
  );
}
