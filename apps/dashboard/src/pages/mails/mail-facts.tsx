import type { ReceivedMail } from '@estate/client';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useTargetName } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { useActorText } from '../../ui/actor-text.ts';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Section } from '../../ui/page.tsx';
import { useSizeText } from '../../ui/size-text.ts';
import { TechnicalId } from '../../ui/technical.tsx';
import { Time } from '../../ui/time.tsx';

/** The sender of an email, its targets, and the time of its removal. */
export function MailFacts({ mail }: { mail: ReceivedMail }) {
  const { t } = useSpeech();
  const sizeText = useSizeText();
  const { id, sender, recipients, receivedAt, expiresAt, sizeBytes, targetIds } = mail;
  const facts: Fact[] = [
    [t('mail.from'), sender],
    [t('mail.to'), recipients.join(', ')],
    [t('listing.target'), <TargetLinks key="targets" ids={targetIds} />],
    [t('mail.received'), <Time key="received" at={receivedAt} exact />],
    [t('mail.doneAt'), mail.doneAt !== undefined && <DoneBy key="done" mail={mail} at={mail.doneAt} />],
    [t('mail.size'), sizeText(sizeBytes)],
    [t('mail.expires'), <Time key="expires" at={expiresAt} exact />],
  ];
  return (
    <Section title={t('mail.details')}>
      <Facts facts={facts} />
      <TechnicalId id={id} />
    </Section>
  );
}

function TargetLinks({ ids }: { ids: readonly string[] }) {
  const targetName = useTargetName();
  return (
    <>
      {ids.map((id) => (
        <Anchor key={id} component={Link} to={`/targets/${id}`} size="sm" display="block">
          {targetName(id)}
        </Anchor>
      ))}
    </>
  );
}

function DoneBy({ mail: { doneBy }, at }: { mail: ReceivedMail; at: string }) {
  const who = useActorText()(doneBy);
  return (
    <>
      <Time at={at} exact />
      {who !== '' && ` · ${who}`}
    </>
  );
}
