import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSignedIn } from '../../app/session-gate.tsx';
import { useSpeech } from '../../text/language.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { ConsumerSection } from './consumer-section.tsx';
import { KeysSection } from './keys-section.tsx';

/** The account: its keys, and what marketplaces gave it. */
export function AccountPage() {
  const { t } = useSpeech();
  const { account } = useSignedIn();
  const query = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.account.get({ signal }),
  });
  return (
    <Page title={account.name}>
      <KeysSection />
      <Loaded query={query}>
        {({ id, createdAt, consumerCredentials }) => (
          <>
            <ConsumerSection credentials={consumerCredentials} />
            <Section title={t('nav.account')}>
              <Facts
                facts={[
                  [t('common.id'), <code key="id">{id}</code>],
                  [t('common.created'), <Time key="created" at={createdAt} exact />],
                ]}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
