import type { ContactRequest } from '@estate/client';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useTargetName } from '../../api/names.ts';
import { LIST_MS } from '../../api/polling.ts';
import { usePermissions } from '../../api/rights.ts';
import { useSpeech } from '../../text/language.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Fact } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { OutsideLink } from '../../ui/outside-link.tsx';
import { Section } from '../../ui/page.tsx';
import { PropertyName } from '../../ui/property-name.tsx';
import { Raw } from '../../ui/raw.tsx';
import { Time } from '../../ui/time.tsx';
import { AnswerButtons } from './answer-buttons.tsx';
import { EraseSection } from './erase-section.tsx';
import { HandlingSection } from './handling-section.tsx';
import { addressOf, titleOf } from '../../api/person.ts';
import { SamePersonSection } from './same-person.tsx';
import { useAssignees } from '../../api/use-assignees.ts';
import { useHandling } from './use-handling.ts';

/** One request: the prospect, the message, the property, the handling, and everything that the platform sent. */
export function RequestDetail({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['request', id],
    queryFn: ({ signal }) => api.requests.get(id, { signal }),
    refetchInterval: LIST_MS,
  });
  return <Loaded query={query}>{(request) => <Detail request={request} />}</Loaded>;
}

function Detail({ request }: { request: ContactRequest }) {
  const { t } = useSpeech();
  const mayWrite = usePermissions().includes('write');
  const assignees = useAssignees();
  const handling = useHandling(request, assignees.me);
  return (
    <div className="stack">
      <article className="card stack" aria-live="polite">
        <div>
          <Title order={2}>{titleOf(request.prospect) ?? t('request.anonymous')}</Title>
          <Received request={request} />
        </div>
        <p className="message">{request.message === '' ? t('request.noMessage') : request.message}</p>
        <AnswerButtons request={request} onAnswer={mayWrite ? handling.begin : undefined} />
      </article>
      <HandlingSection request={request} handling={handling} assignees={assignees} />
      <SamePersonSection request={request} />
      <About request={request} />
      <Person prospect={request.prospect} />
      <EraseSection request={request} />
      <details>
        <summary>{t('common.rawFields')}</summary>
        <Raw text={JSON.stringify(request, null, 2)} label={t('common.rawFields')} />
      </details>
    </div>
  );
}

function Received({ request: { createdAt, targetId } }: { request: ContactRequest }) {
  const targetName = useTargetName();
  return (
    <Text size="sm" c="dimmed" className="break">
      <Time at={createdAt} exact /> · {targetName(targetId)}
    </Text>
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
    <Section title={t('request.prospect')}>
      <Facts facts={facts} />
    </Section>
  );
}

function About({
  request: { propertyId, propertyProvidedByPlatform: provided },
}: {
  request: ContactRequest;
}) {
  const { t } = useSpeech();
  const facts: Fact[] = [
    [t('property.externalId'), provided.externalId],
    [t('property.title'), provided.title],
    [t('request.address'), addressOf(provided.address)],
    [
      t('listing.publicPage'),
      provided.publicUrl !== undefined && <OutsideLink key="public" href={provided.publicUrl} />,
    ],
  ];
  return (
    <Section title={t('request.property')}>
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
    </Section>
  );
}
