import type { Target } from '@estate/client';
import type { ReactNode } from 'react';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { nameOf, useTargetName, useTargetTypes } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Section } from '../../ui/page.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { ShortFailure } from '../../ui/failure.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';
import type { Issue } from './issues.ts';

const SHOWN = 12;

/** What failed and still stands, first of all. */
export function IssueSection({ issues }: { issues: readonly Issue[] | undefined }) {
  const { t } = useSpeech();
  if (issues?.length === 0) {
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
  const rest = (issues?.length ?? 0) - SHOWN;
  return (
    <Section title={t('overview.attention')}>
      {!issues && <Text c="dimmed">{t('overview.looking')}</Text>}
      <ul className="plain-list">
        {issues?.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <IssueItem issue={one} />
          </li>
        ))}
      </ul>
      {rest > 0 && <Text size="sm">{t('overview.more', { count: rest })}</Text>}
    </Section>
  );
}

function TargetItem({ target }: { target: Target }) {
  const { t } = useSpeech();
  const types = useTargetTypes();
  const { paused } = target;
  return (
    <Item what={t(paused ? 'overview.paused' : 'overview.unauthorized')} at={paused?.at ?? target.updatedAt}>
      <To to={`/targets/${target.id}`}>{nameOf(target, types)}</To>
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
    case 'webhook': {
      const { id, url, status, failingSince, warning } = issue.webhook;
      const what = t(status === 'disabled' ? 'overview.disabledWebhook' : 'overview.failingWebhook');
      return (
        <Item what={what} at={failingSince} detail={warning}>
          <To to={`/webhooks/${id}`}>{url}</To>
        </Item>
      );
    }
    case 'target':
      return <TargetItem target={issue.target} />;
    case 'property':
      return (
        <Item what={t('overview.failedProperty')} at={issue.at} code={issue.code}>
          <To to={`/properties/${issue.id}`}>{issue.title}</To>
        </Item>
      );
    case 'mail':
      return <MailItem mail={issue} />;
  }
}

function MailItem({ mail }: { mail: Extract<Issue, { kind: 'mail' }> }) {
  const { t } = useSpeech();
  const { subject, sender, targetId, code, at, isPartlyRead } = mail;
  const what = t(isPartlyRead ? 'overview.partlyReadMail' : 'overview.unreadableMail');
  return (
    <Item what={what} at={at} code={code} detail={sender}>
      <To to={`/targets/${targetId}`}>{subject === '' ? sender : subject}</To>
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
  detail?: string | undefined;
  children: ReactNode;
}

const Item = ({ what, at, code, detail, children }: ItemProps) => (
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
      <Badge tone="bad">{what}</Badge>
      {at !== undefined && (
        <Text size="xs" c="dimmed">
          <Time at={at} />
        </Text>
      )}
    </Group>
  </div>
);
