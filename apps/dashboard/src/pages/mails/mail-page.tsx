import type { ReceivedMail } from '@estate/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { FAST_MS, SLOW_MS } from '../../api/polling.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { ActButton } from '../../ui/act-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { MailBadge } from '../../ui/states.tsx';
import { AttachmentsSection } from './attachments-section.tsx';
import { MailFacts } from './mail-facts.tsx';
import { ProblemsSection } from './problems-section.tsx';
import { RequestsSection } from './requests-section.tsx';

/** One email: its text, its result, and its problems. */
export function MailPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['mail', id],
    queryFn: ({ signal }) => api.mails.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? FAST_MS : SLOW_MS),
  });
  return (
    <Loaded query={query}>
      {(mail) => (
        <Page
          title={mail.subject || t('mail.noSubject')}
          up={{ to: '/mails', label: t('nav.mails') }}
          beside={<MailBadge state={mail.state} />}
          actions={<Actions mail={mail} />}
        >
          {mail.failureCode !== undefined && (
            <Failure code={mail.failureCode} message={mail.failureMessage ?? ''} />
          )}
          <div className="columns">
            <div className="stack">
              <ProblemsSection problems={mail.problems} />
              <TextSection mail={mail} />
              <AttachmentsSection mail={mail} />
            </div>
            <div className="stack">
              <MailFacts mail={mail} />
              <RequestsSection mail={mail} />
            </div>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function Actions({ mail: { id, state } }: { mail: ReceivedMail }) {
  const { t } = useSpeech();
  const touches = [['mail', id], ['mails'], ['issues']];
  const reparse = useAct({ run: () => api.mails.reparse(id), touches, done: t('mail.reparsed') });
  const finish = useAct({ run: () => api.mails.done(id), touches, done: t('mail.finished') });
  const isOpen = state === 'failed' || state === 'partial';
  return (
    <>
      <ActButton
        variant="default"
        leftSection={<Icon name="refresh" />}
        act={reparse}
        disabled={state === 'pending'}
      >
        {t('mail.reparse')}
      </ActButton>
      {isOpen && (
        <ActButton leftSection={<Icon name="check" />} act={finish}>
          {t('mail.finish')}
        </ActButton>
      )}
    </>
  );
}

function TextSection({ mail: { text } }: { mail: ReceivedMail }) {
  const { t } = useSpeech();
  return (
    <Section title={t('mail.text')} text={t('mail.textText')}>
      {text === undefined || text === '' ? (
        <Text size="sm" c="dimmed">
          {t(text === undefined ? 'mail.textUnknown' : 'mail.noText')}
        </Text>
      ) : (
        <p className="message" dir="auto">
          {text}
        </p>
      )}
    </Section>
  );
}
