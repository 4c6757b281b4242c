import type { ContactRequest } from '@estate/client';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { useSpeech } from '../../text/language.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { Raw } from '../../ui/raw.tsx';
import { Time } from '../../ui/time.tsx';
import { EraseButtons } from './erase-buttons.tsx';
import { addressOf, personOf } from './person.ts';

/** One request: who wrote, what, about which property, and all that the platform sent. */
export function RequestDetail({ id }: { id: string }) {
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['request', id],
    queryFn: ({ signal }) => api.requests.get(id, { signal }),
  });
  return (
    <Loaded query={query}>
      {(request) => (
        <article className="card stack" aria-live="polite">
          <div>
            <Title order={2}>{personOf(request.prospect) || t('request.anonymous')}</Title>
            <Text size="sm" c="dimmed">
              <Time at={request.createdAt} exact />
            </Text>
          </div>
          <p className="message">{request.message === '' ? t('request.noMessage') : request.message}</p>
          <About request={request} />
          <Person prospect={request.prospect} />
          <EraseButtons request={request} />
          <details>
            <summary>{t('common.rawFields')}</summary>
            <Raw text={JSON.stringify(request, null, 2)} label={t('common.rawFields')} />
          </details>
        </article>
      )}
    </Loaded>
  );
}

function Person({ prospect }: { prospect: ContactRequest['prospect'] }) {
  const { t } = useSpeech();
  const facts: Fact[] = [
    [t('request.email'), prospect.email],
    [t('request.phone'), prospect.phone],
    [t('request.mobile'), prospect.mobilePhone],
    [t('request.company'), prospect.company],
    [t('request.address'), addressOf(prospect.address)],
  ];
  return (
    <div>
      <Title order={3} mb={6}>
        {t('request.prospect')}
      </Title>
      <Facts facts={facts} />
    </div>
  );
}

function About({ request }: { request: ContactRequest }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const { propertyId, targetId, propertyProvidedByPlatform: provided } = request;
  const facts: Fact[] = [
    [t('listing.target'), targetName(targetId)],
    [t('property.externalId'), provided.externalId],
    [t('property.title'), provided.title],
    [t('request.address'), addressOf(provided.address)],
    [
      t('listing.publicPage'),
      provided.publicUrl !== undefined && <OutsideLink key="public" href={provided.publicUrl} />,
    ],
  ];
  return (
    <div>
      <Title order={3} mb={6}>
        {t('request.property')}
      </Title>
      {propertyId === undefined ? (
        <Text size="sm" c="dimmed" mb="xs">
          {t('request.propertyUnknown')}
        </Text>
      ) : (
        <PropertyName id={propertyId} />
      )}
      <Text size="xs" c="dimmed" mt="sm" mb={4}>
        {t('request.platformSays')}
      </Text>
      <Facts facts={facts} />
    </div>
  );
}
