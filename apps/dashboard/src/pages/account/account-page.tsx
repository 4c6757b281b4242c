import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useSignedIn } from '../../api/signed-in.ts';
import { accountMessages } from '../../text/account-messages.ts';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import { Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { ClosingSection } from './closing-section.tsx';
import { ConsumerSection } from './consumer-section.tsx';
import { LogoSection } from './logo-section.tsx';
import { TracesSection } from './traces-section.tsx';
import { PublishingSection } from './publishing-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { KeysSection } from './keys-section.tsx';

addMessages(accountMessages);

/** The account: its keys, its logo, its address for notices, and credentials that platforms issued to it. */
export function AccountPage() {
  const { t } = useSpeech();
  const { account } = useSignedIn();
  const query = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => api.account.get({ signal }),
    refetchInterval: ({ state }) => (state.data?.closing ? LIST_MS : false),
  });
  return (
    <Page
      title={account.name}
      actions={
        <Button component={Link} to="/account/usage" variant="default">
          {t('usage.show')}
        </Button>
      }
    >
      <TracesSection />
      <KeysSection />
      <Loaded query={query}>
        {({ id, createdAt, consumerCredentials, email, closing }) => (
          <>
            <LogoSection />
            <EmailSection email={email} />
            <ConsumerSection credentials={consumerCredentials} />
            <PublishingSection />
            <PrivacySection />
            <ClosingSection accountId={id} closing={closing} />
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

/** Notices are sent to this address; only the operator can change it. */
function EmailSection({ email }: { email: string | undefined }) {
  const { t } = useSpeech();
  return (
    <Section title={t('account.email')} text={t('account.emailText')}>
      {email === undefined ? (
        <Text size="sm">{t('account.noEmail')}</Text>
      ) : (
        <Text fw={600} className="break">
          {email}
        </Text>
      )}
    </Section>
  );
}
