import type { Target } from '@estate/client';
import { Alert, Anchor, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { nameOf, useTargetTypes } from '../../api/names.ts';
import { openedLink } from '../../api/opened-link.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useIsViewer } from '../../api/rights.ts';
import { SuccessSection } from '../../charts/success-section.tsx';
import { TargetStatisticsSection } from '../../statistics/target-statistics.tsx';
import { useSpeech } from '../../text/language.tsx';
import { Copy } from '../../ui/copy.tsx';
import { EditAndDelete } from '../../ui/edit-and-delete.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { PauseNote } from '../../ui/pause-note.tsx';
import { TargetBadge } from '../../ui/states.tsx';
import { TechnicalId } from '../../ui/technical.tsx';
import { Time } from '../../ui/time.tsx';
import { CheckSection } from './check-section.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { FeedSection } from './feed-section.tsx';
import { PauseSection } from './pause-section.tsx';
import { ReportsSection } from './reports-section.tsx';
import { SynchronizeSection } from './synchronize-section.tsx';
import { TargetListings } from './target-listings.tsx';
import { useFolderProblem } from './why-texts.ts';

/** One target: its status, its credentials, and its listings. */
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
          actions={
            <EditAndDelete
              id={id}
              list="/targets"
              text={t('target.deleteText')}
              remove={() => api.targets.delete(id)}
              touches={[['targets'], ['counts']]}
            />
          }
        >
          <PauseNote paused={target.paused} />
          {target.failing && <FailingNote failing={target.failing} />}
          {target.reportFolderProblem && <ReportFolderNote problem={target.reportFolderProblem} />}
          <TargetSections target={target} />
        </Page>
      )}
    </Loaded>
  );
}

function TargetSections({ target }: { target: Target }) {
  const { id } = target;
  const { t } = useSpeech();
  const isViewer = useIsViewer();
  return (
    <div className="columns">
      <div className="stack">
        {target.authorizationStatus !== undefined && <ConnectionSection target={target} />}
        {target.feed && <FeedSection id={id} feed={target.feed} />}
        <CredentialsSection target={target} />
        {!openedLink && target.reportAddress !== undefined && <ReportsSection targetId={id} />}
        {!openedLink && <TargetListings targetId={id} />}
      </div>
      <div className="stack">
        {!isViewer && <PauseSection target={target} />}
        {!openedLink && <TargetStatisticsSection id={id} />}
        {!isViewer && <CheckSection target={target} />}
        {!openedLink && !isViewer && <SynchronizeSection target={target} />}
        <SuccessSection
          id={id}
          load={(...asked) => api.targets.summary(...asked)}
          title={t('success.questionTarget')}
          text={t('success.ofTarget')}
          empty={t('success.emptyTarget')}
        />
      </div>
    </div>
  );
}

const FailingNote = ({ failing }: { failing: NonNullable<Target['failing']> }) => (
  <Failure code={failing.failureCode} message={failing.failureMessage} at={failing.since} />
);

function ReportFolderNote({ problem }: { problem: NonNullable<Target['reportFolderProblem']> }) {
  const { t } = useSpeech();
  const textOf = useFolderProblem();
  return (
    <Alert className="tone-warn" icon={<Icon name="warning" />} title={t('target.reportFolderProblem')}>
      <span className="break">{textOf(problem)}</span> <Time at={problem.since} />
    </Alert>
  );
}

function CredentialsSection({ target }: { target: Target }) {
  const { t } = useSpeech();
  const { credentials, encryption, reportAddress, requestAddress } = target;
  const yesNo = (value: boolean) => t(value ? 'common.yes' : 'common.no');
  const facts: Fact[] = [
    [t('target.name'), target.name],
    [t('target.host'), credentials && `${credentials.host}:${String(credentials.port ?? 21)}`],
    [t('target.username'), credentials?.username],
    [t('target.providerNumber'), credentials?.providerNumber],
    [t('target.path'), credentials?.path],
    [t('target.encryption'), encryption && t(`target.encryptionIs.${encryption}`)],
    [t('target.contact'), credentials?.contact?.email],
    [t('target.collects'), yesNo(target.autoCollectRequests)],
    [t('target.hiddenAddress'), t(`target.hiddenAddress.${target.hiddenAddress ?? 'account'}`)],
    [t('common.created'), <Time key="created" at={target.createdAt} exact />],
  ];
  return (
    <Section title={t('target.account')}>
      <Facts facts={facts} />
      <TechnicalId id={target.id} />
      {encryption === 'clear-text' && (
        <Alert className="tone-warn" icon={<Icon name="warning" />} mt="md">
          {t('target.clearTextWarning')}
        </Alert>
      )}
      <ShownAddress of="requestAddress" address={requestAddress} />
      <ShownAddress of="reportAddress" address={reportAddress} />
      {!openedLink && (
        <Anchor component={Link} to={`/mails?targetId=${target.id}`} size="sm" display="inline-block" mt="md">
          {t('mail.ofTarget')}
        </Anchor>
      )}
    </Section>
  );
}

/** An email address of the target, for the settings of the portal. */
function ShownAddress({
  of,
  address,
}: {
  of: 'reportAddress' | 'requestAddress';
  address: string | undefined;
}) {
  const { t } = useSpeech();
  if (address === undefined) return null;
  return (
    <Group mt="md" gap="xs" title={t(`target.${of}Text`)}>
      <span className="break">
        {t(`target.${of}`)}: <code>{address}</code>
      </span>
      <Copy text={address} />
    </Group>
  );
}
