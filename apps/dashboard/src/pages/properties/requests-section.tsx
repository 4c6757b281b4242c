import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines } from '../../ui/cells.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { HandlingBadge } from '../../ui/handling-badge.tsx';
import { titleOf } from '../../api/person.ts';
import '../../text/request-texts.ts';

const SHOWN = 5;

/** The newest requests about a property, and how many there are. */
export function RequestsSection({ propertyId }: { propertyId: string }) {
  const { t } = useSpeech();
  const { data: page } = useQuery({
    queryKey: ['requests', 'of-property', propertyId],
    queryFn: ({ signal }) =>
      api.requests.list({ propertyId, limit: SHOWN, order: 'desc', count: true }, { signal }),
    refetchInterval: LIST_MS,
  });
  const count = page?.count ?? 0;
  const all = (
    <Anchor component={Link} to={`/requests?propertyId=${propertyId}`} size="sm" underline="always">
      {t('requests.showAll')}
    </Anchor>
  );
  return (
    <Section
      title={t('nav.requests')}
      {...(count > 0 && { text: t('requests.ofProperty', { count }), actions: all })}
    >
      {page?.data.length === 0 && <Text c="dimmed">{t('requests.noneForProperty')}</Text>}
      <ul className="plain-list">
        {page?.data.map(({ id, prospect, createdAt, handling: { state } }) => (
          <li key={id} className="item">
            <TwoLines
              to={`/requests/${id}?propertyId=${propertyId}`}
              title={titleOf(prospect) ?? t('request.anonymous')}
              below={<Time at={createdAt} />}
            />
            <HandlingBadge state={state} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
