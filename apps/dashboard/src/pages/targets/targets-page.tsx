import type { Target, TargetType } from '@estate/client';
import type { ReactNode } from 'react';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { nameOf, useTargetTypes, useTargets } from '../../api/names.ts';
import { useIsViewer } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { TargetBadge } from '../../ui/states.tsx';
import { useNeeds } from './needs.ts';
import { TargetNumbers, useWeek } from './target-numbers.tsx';

/** The customer's accounts on platforms, and the available platforms. */
export function TargetsPage() {
  const { t } = useSpeech();
  const types = useTargetTypes();
  const week = useWeek();
  const isViewer = useIsViewer();
  const query = useTargets();
  const newTarget = <NewLink to="/targets/new" label={t('targets.new')} />;
  return (
    <Page title={t('nav.targets')} actions={newTarget}>
      <ItemList
        query={query}
        look="cards"
        empty={
          <Empty
            icon="targets"
            title={t('targets.empty')}
            text={t('targets.emptyText')}
            reference="createTarget"
          >
            {newTarget}
          </Empty>
        }
      >
        {(target) => (
          <TargetCard target={target} types={types}>
            <TargetNumbers id={target.id} week={week} />
          </TargetCard>
        )}
      </ItemList>
      {!isViewer && (
        <Section title={t('targets.types')} text={t('targets.typesText')}>
          <ul className="cards plain-cards">
            {types.map((type) => (
              <li key={type.type}>
                <TypeCard type={type} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}

interface CardProps {
  target: Target;
  types: readonly TargetType[];
  children: ReactNode;
}

function TargetCard({ target, types, children }: CardProps) {
  const { t } = useSpeech();
  return (
    <article className="card">
      <div className="item">
        <Anchor component={Link} to={`/targets/${target.id}`} fw={600} className="cut">
          {nameOf(target, types)}
        </Anchor>
        <TargetBadge target={target} />
      </div>
      <Text size="sm" c="dimmed" className="cut" mt={4}>
        {target.credentials
          ? `${target.credentials.host}${target.credentials.path ?? ''}`
          : types.find(({ type }) => type === target.type)?.name}
      </Text>
      {target.autoCollectRequests && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('target.collects')}
        </Text>
      )}
      {children}
    </article>
  );
}

function TypeCard({ type }: { type: TargetType }) {
  const { t } = useSpeech();
  const needs = useNeeds(type);
  return (
    <article className="type-card">
      <div className="item">
        <Anchor component={Link} to={`/targets/new?type=${encodeURIComponent(type.type)}`} fw={600} size="sm">
          {type.name}
        </Anchor>
        {type.authorizationFlow === true && <Badge tone="calm">{t('target.connect')}</Badge>}
      </div>
      <Text size="xs" c="dimmed">
        {needs}
      </Text>
    </article>
  );
}
