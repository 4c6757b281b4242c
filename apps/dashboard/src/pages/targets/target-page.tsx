import type { Target } from '@estate/client';
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOf, useTargetTypes } from '../../api/names.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Copy } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { PauseNote } from '../../ui/pause-note.tsx';
import { TargetBadge } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { CheckSection } from './check-section.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { TargetListings } from './target-listings.tsx';

/** One target: its status, its credentials and whether they work, what is published on it. */
export function TargetPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const types = useTargetTypes();
  const query = useQuery({
    queryKey: ['target', id],
    queryFn: ({ signal }) => api.targets.get(id, { signal }),
    refetchInterval: LIST_MS,
  });
  return (
    <Loaded query={query}>
      {(target) => (
        <Page
          title={nameOf(target, types)}
          up={{ to: '/targets', label: t('nav.targets') }}
          beside={<TargetBadge target={target} />}
          actions={<Actions id={id} />}
        >
          <PauseNote paused={target.paused} />
          <div className="columns">
            <div className="stack">
              {target.authorizationStatus !== undefined && <ConnectionSection target={target} />}
              <CredentialsSection target={target} />
              <TargetListings targetId={id} />
            </div>
            <CheckSection id={id} />
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function CredentialsSection({ target }: { target: Target }) {
  const { t } = useSpeech();
  const { credentials, emailId, encryption } = target;
  const yesNo = (value: boolean) => t(value ? 'common.yes' : 'common.no');
  const facts: Fact[] = [
    [t('target.host'), credentials && `${credentials.host}:${String(credentials.port ?? 21)}`],
    [t('target.username'), credentials?.username],
    [t('target.providerNumber'), credentials?.providerNumber],
    [t('target.path'), credentials?.path],
    [t('target.encryption'), encryption && t(`target.encryptionIs.${encryption}`)],
    [t('target.contact'), credentials?.contact?.email],
    [t('target.collects'), yesNo(target.autoCollectRequests)],
    [t('common.created'), <Time key="created" at={target.createdAt} exact />],
    [t('common.id'), <code key="id">{target.id}</code>],
  ];
  return (
    <Section title={t('target.account')}>
      <Facts facts={facts} />
      {encryption === 'clear-text' && (
        <Alert className="tone-warn" icon={<Icon name="warning" />} mt="md">
          {t('target.clearTextWarning')}
        </Alert>
      )}
      <Group mt="md" gap="xs" title={t('target.requestAddressText')}>
        <span className="break">
          {t('target.requestAddress')}: <code>{emailId}@…</code>
        </span>
        <Copy text={emailId} />
      </Group>
    </Section>
  );
}

function Actions({ id }: { id: string }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const remove = useAct({
    run: () => api.targets.delete(id),
    touches: [['targets'], ['counts']],
    done: t('common.deleted'),
    then: () => void navigate('/targets'),
  });
  return (
    <>
      <Button component={Link} to={`/targets/${id}/edit`} variant="default">
        {t('common.edit')}
      </Button>
      <Confirm
        dangerous
        label={t('common.delete')}
        title={t('common.deleteTitle')}
        text={t('target.deleteText')}
        act={remove}
      />
    </>
  );
}
