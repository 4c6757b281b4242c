import { useState } from 'react';
import type { ReceivedMail } from '@estate/client';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { useSizeText } from '../../ui/size-text.ts';
import { Time } from '../../ui/time.tsx';
import { useAccountName } from '../account-names.ts';
import { accountPath, operate, pathOf } from '../api.ts';
import { MailStateBadge } from '../mail-state-badge.tsx';
import { ReadAgain } from '../read-again.tsx';
import type { Found, OperatorMail } from '../types.ts';
import { useAsked } from '../use-asked.ts';
import { useText } from '../use-text.ts';

/** One received email: its processing result, its owner, and its text. */
export function OperatorMailPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const text = useText();
  const path = `/admin/mails/${encodeURIComponent(id)}`;
  const query = useAsked<OperatorMail>(path);
  return (
    <Loaded query={query}>
      {(mail) => (
        <Page
          title={mail.subject || t('mail.noSubject')}
          up={{ to: '/mails', label: text('place.mails') }}
          beside={<MailStateBadge state={mail.state} />}
          actions={<Reparse path={path} />}
        >
          {mail.failureCode !== undefined && (
            <Failure code={mail.failureCode} message={mail.failureMessage ?? ''} />
          )}
          <MailFacts mail={mail} />
          {mail.targetIds.length > 0 && <Owners mail={mail} />}
          <ReadAgain query={query} />
        </Page>
      )}
    </Loaded>
  );
}

function Reparse({ path }: { path: string }) {
  const { t } = useSpeech();
  const reparse = useAct({
    run: () => operate(`${path}/reparse`, { method: 'POST' }),
    touches: [[path], ['operator-mails']],
    done: t('mail.reparsed'),
  });
  return (
    <ActButton act={reparse} leftSection={<Icon name="refresh" />}>
      {t('mail.reparse')}
    </ActButton>
  );
}

function MailFacts({ mail }: { mail: OperatorMail }) {
  const { t } = useSpeech();
  const text = useText();
  const sizeText = useSizeText();
  return (
    <Section title={t('mail.details')}>
      <Facts
        facts={[
          [t('mail.from'), mail.sender],
          [t('mail.to'), mail.recipients.join(', ')],
          [t('mail.received'), <Time key="received" at={mail.receivedAt} exact />],
          [t('mail.size'), sizeText(mail.sizeBytes)],
          [t('mail.requests'), String(mail.requestCount)],
          [text('mail.source'), mail.source],
          [t('common.id'), <code key="id">{mail.id}</code>],
        ]}
      />
    </Section>
  );
}

/** The accounts whose targets received the email, each with its part of the text. */
function Owners({ mail }: { mail: OperatorMail }) {
  const query = useQuery({
    queryKey: ['mail-owners', mail.targetIds],
    queryFn: async ({ signal }) => {
      const find = (text: string) => operate<{ data: Found[] }>(pathOf('/admin/find', { text }), { signal });
      const found = await Promise.all(mail.targetIds.map(find));
      return [...new Set(found.flatMap(({ data }) => data.flatMap(({ accountId }) => accountId ?? [])))];
    },
    staleTime: Infinity,
  });
  return (
    <Loaded query={query}>
      {(accountIds) =>
        accountIds.map((accountId) => <Content key={accountId} accountId={accountId} id={mail.id} />)
      }
    </Loaded>
  );
}

function Content({ accountId, id }: { accountId: string; id: string }) {
  const text = useText();
  const accountName = useAccountName();
  const [shown, setShown] = useState(false);
  return (
    <Section title={text('mail.text')} text={text('mail.textText')}>
      <Group gap="sm" mb="sm">
        <Anchor component={Link} to={`/accounts/${accountId}`} size="sm" fw={600}>
          {accountName(accountId)}
        </Anchor>
        {!shown && (
          <Button size="compact-sm" variant="default" onClick={() => setShown(true)}>
            {text('mail.show')}
          </Button>
        )}
      </Group>
      {shown && <Words path={accountPath(accountId, `/mails/${encodeURIComponent(id)}`)} />}
    </Section>
  );
}

function Words({ path }: { path: string }) {
  const { t } = useSpeech();
  return (
    <Loaded query={useAsked<ReceivedMail>(path)}>
      {({ text: words }) =>
        words === undefined || words === '' ? (
          <Text size="sm" c="dimmed">
            {t(words === undefined ? 'mail.textUnknown' : 'mail.noText')}
          </Text>
        ) : (
          <p className="message" dir="auto">
            {words}
          </p>
        )
      }
    </Loaded>
  );
}
