import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSignedIn } from '../../app/session-gate.tsx';
import { useSpeech } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { ConsumerSection } from './consumer-section.tsx';
import { KeysSection } from './keys-section.tsx';

/** The account: its keys, and what marketplaces gave it. */
export function AccountPage() {
  const { t } = useSpeech();
  const { account } = useSignedIn();
  const { data, error } = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.account.get({ signal }),
  });
  return (
    <Page title={account.name}>
      <KeysSection />
      {error && <ErrorNote error={error} />}
      {!data && !error && <Loading />}
      {data && <ConsumerSection credentials={data.consumerCredentials} />}
      {data && (
        <Section title={t('nav.account')}>
          <Facts
            facts={[
              [t('common.id'), <code key="id">{data.id}</code>],
              [t('common.created'), <Time key="created" at={data.createdAt} exact />],
            ]}
          />
        </Section>
      )}
    </Page>
  );
}
