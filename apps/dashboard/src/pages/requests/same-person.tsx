import type { ContactRequest } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { LIST_MS } from '../../api/polling.ts';
import { firstOf, searchFor } from '../../api/search.ts';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines } from '../../ui/cells.tsx';
import { Section } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { HandlingBadge } from '../../ui/handling-badge.tsx';
import { isSameInquiry, personKeyOf } from './same-inquiry.ts';

const SHOWN = 10;

/** Other requests of the same person about the same property. */
export function SamePersonSection({ request }: { request: ContactRequest }) {
  const { t } = useSpeech();
  const { data = [] } = useQuery({
    queryKey: ['requests', 'same', request.id],
    queryFn: ({ signal }) => firstOf(alike(request, signal), SHOWN),
    refetchInterval: LIST_MS,
  });
  if (data.length === 0) return null;
  return (
    <Section title={t('request.samePerson')}>
      <ul className="plain-list">
        {data.map((one) => (
          <li key={one.id} className="item">
            <TwoLines
              to={`/requests/${one.id}${window.location.search}`}
              title={<Time at={one.createdAt} exact />}
              below={one.message === '' ? t('request.noMessage') : one.message}
            />
            <HandlingBadge state={one.handling.state} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

async function* alike(request: ContactRequest, signal: AbortSignal): AsyncGenerator<ContactRequest> {
  const words = searchFor(personKeyOf(request) ?? '');
  if (words.q === undefined) return;
  const { propertyId, targetId } = request;
  const about = propertyId === undefined ? { targetId } : { propertyId };
  const query = { ...words, ...about, order: 'desc', limit: SHOWN } as const;
  for await (const other of api.requests.all(query, { signal }))
    if (isSameInquiry(request, other)) yield other;
}
