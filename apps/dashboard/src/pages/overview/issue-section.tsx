import type { Listing, Property, ReceivedMailSummary, Target } from '@estate/client';
import type { ReactNode } from 'react';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { nameOf, nameOfWebhook, useTargetName, useTargetTypes } from '../../api/names.ts';
import { useProcessingFailure } from '../../api/processing-failure.ts';
import { useSpeech } from '../../text/language.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useMessageWords } from '../../ui/message-words.ts';
import { Section } from '../../ui/page.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';
import type { Issue, Issues } from './issues.ts';

const SHOWN = 12;

/** Unresolved failures, at the top of the page. */
export function IssueSection({ issues }: { issues: Issues | undefined }) {
  const { t } = useSpeech();
  if (issues?.found.length === 0) {
    return (
      <section className="card">
        <Group gap="sm" wrap="nowrap">
          <span className="good-text">
            <Icon name="check" size={24} />
          </span>
          <div>
            <Text fw={650}>{t('overview.allGood')}</Text>
            <Text size="sm" c="dimmed">
              {t('overview.allGoodText')}
            </Text>
          </div>
        </Group>
      </section>
    );
  }
  const rest = (issues?.found.length ?? 0) - SHOWN;
  return (
    <Section title={t('overview.attention')}>
      {!issues && <Text c="dimmed">{t('overview.looking')}</Text>}
      <ul className="plain-list">
        {issues?.found.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <IssueItem issue={one} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Text size="sm">
          {t(issues?.hasMore === true ? 'overview.atLeast' : 'overview.more', { count: rest })}
        </Text>
      )}
    </Section>
  );
}

function TargetItem({ target }: { target: Target }) {
  const { t } = useSpeech();
  const types = useTargetTypes();
  const { failing, paused } = target;
  const isOpen = target.authorizationStatus !== undefined && target.authorizationStatus !== 'accepted';
  const what = failing && !isOpen ? 'overview.failingTarget' : 'overview.unauthorized';
  const link = <To to={`/targets/${target.id}`}>{nameOf(target, types)}</To>;
  if (paused) {
    return (
      <Item
        what={t('overview.paused')}
        at={paused.at}
        detail={paused.reason}
        isPaused={paused.by !== 'service'}
      >
        {link}
      </Item>
    );
  }
  return (
    <Item what={t(what)} at={failing?.since ?? target.updatedAt} code={failing?.failureCode}>
      {link}
    </Item>
  );
}

function PropertyItem({ property }: { property: Property }) {
  const { t } = useSpeech();
  const { data: failure } = useProcessingFailure(property);
  return (
    <Item what={t('overview.failedProperty')} at={failure?.at ?? property.updatedAt} code={failure?.code}>
      <To to={`/properties/${property.id}`}>{property.fields.title}</To>
    </Item>
  );
}

function IssueItem({ issue }: { issue: Issue }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  switch (issue.kind) {
    case 'listing': {
      const { id, propertyId, targetId, lastError } = issue.listing;
      const detail = targetName(targetId);
      return (
        <Item
          what={t('overview.failedListing')}
          at={lastError?.at}
          code={lastError?.failureCode}
          detail={detail}
        >
          <PropertyName id={propertyId} to={`/listings/${id}`} />
        </Item>
      );
    }
    case 'refused':
      return <RefusedItem listing={issue.listing} />;
    case 'webhook': {
      const { id, status, failingSince, warning, disablesAt } = issue.webhook;
      const what = t(status === 'disabled' ? 'overview.disabledWebhook' : 'overview.failingWebhook');
      return (
        <Item what={what} at={failingSince} detail={warning && disablesAt && <WillDisable at={disablesAt} />}>
          <To to={`/webhooks/${id}`}>{nameOfWebhook(issue.webhook)}</To>
        </Item>
      );
    }
    case 'target':
      return <TargetItem target={issue.target} />;
    case 'property':
      return <PropertyItem property={issue.property} />;
    case 'mail':
      return <MailItem mail={issue.mail} />;
  }
}

function WillDisable({ at }: { at: string }) {
  const { t } = useSpeech();
  return (
    <>
      {t('webhook.disablesAt')} <Time at={at} />
    </>
  );
}

/** A listing that a portal rejected or took down, with the portal's message. */
function RefusedItem({ listing: { id, propertyId, targetId, platformState } }: { listing: Listing }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const wordsOf = useMessageWords();
  const [first] = platformState?.messages ?? [];
  return (
    <Item
      what={t(`platformState.${platformState?.state ?? 'unknown'}`)}
      at={platformState?.at}
      detail={[targetName(targetId), first && wordsOf(first)].filter(Boolean).join(' · ')}
    >
      <PropertyName id={propertyId} to={`/listings/${id}`} />
    </Item>
  );
}

function MailItem({ mail }: { mail: ReceivedMailSummary }) {
  const { t } = useSpeech();
  const { id, subject, sender, failureCode, receivedAt, state } = mail;
  const what = t(state === 'partial' ? 'overview.partlyReadMail' : 'overview.unreadableMail');
  return (
    <Item what={what} at={receivedAt} code={failureCode} detail={sender}>
      <To to={`/mails/${id}`}>{subject || sender || t('mail.noSubject')}</To>
    </Item>
  );
}

const To = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} size="sm" fw={600} className="cut">
    {children}
  </Anchor>
);

interface ItemProps {
  what: string;
  at?: string | undefined;
  code?: string | undefined;
  detail?: ReactNode;
  /** True if somebody paused it on purpose. */
  isPaused?: boolean;
  children: ReactNode;
}

const Item = ({ what, at, code, detail, isPaused = false, children }: ItemProps) => (
  <div className="item">
    <div>
      {children}
      {code !== undefined && <ShortFailure code={code} />}
      {detail !== undefined && (
        <Text size="xs" c="dimmed" className="cut">
          {detail}
        </Text>
      )}
    </div>
    <Group gap="sm">
      {isPaused ? (
        <Badge tone="busy" icon="pause">
          {what}
        </Badge>
      ) : (
        <Badge tone="bad">{what}</Badge>
      )}
      {at !== undefined && (
        <Text size="xs" c="dimmed">
          <Time at={at} />
        </Text>
      )}
    </Group>
  </div>
);
