import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines } from '../../ui/cells.tsx';
import { useCountText } from '../../ui/count-text.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { PropertyBadge } from '../../ui/states.tsx';

const SHOWN = 10;

/** The newest properties that have a contact, and how many there are. */
export function UsedBySection({ contactId }: { contactId: string }) {
  const { t } = useSpeech();
  const countText = useCountText();
  const query = useQuery({
    queryKey: ['properties', { contactId, count: true }],
    queryFn: ({ signal }) =>
      api.properties.list({ contactId, count: true, limit: SHOWN, order: 'desc' }, { signal }),
    refetchInterval: LIST_MS,
  });
  return (
    <Section title={t('contact.usedBy')}>
      <Loaded query={query}>
        {(page) =>
          page.data.length === 0 ? (
            <Text c="dimmed" size="sm">
              {t('contact.notUsed')}
            </Text>
          ) : (
            <>
              <ul className="plain-list">
                {page.data.map(({ id, fields, externalId, processingStatus }) => (
                  <li key={id} className="item">
                    <TwoLines to={`/properties/${id}`} title={fields.title} below={externalId} />
                    <PropertyBadge status={processingStatus} />
                  </li>
                ))}
              </ul>
              <Text size="sm" c="dimmed" mt="sm">
                {t('common.everything', { count: countText(page) })}{' '}
                {page.hasMore && (
                  <Anchor component={Link} to={`/properties?contactId=${contactId}`} size="sm">
                    {t('contact.allOfThem')}
                  </Anchor>
                )}
              </Text>
            </>
          )
        }
      </Loaded>
    </Section>
  );
}
