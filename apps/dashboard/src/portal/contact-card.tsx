import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, orNull } from '../api/client.ts';
import { useSpeech } from '../text/language.tsx';

interface Props {
  contactId: string | undefined;
  order: 2 | 4;
}

/** The person whom a reader of the page or the sheet reaches; nothing without a contact. */
export function ContactCard({ contactId, order }: Props) {
  const { t } = useSpeech();
  const { data: contact } = useQuery({
    queryKey: ['contact-card', contactId],
    queryFn: ({ signal }) =>
      contactId === undefined ? null : orNull(api.contacts.get(contactId, { signal })),
  });
  if (!contact) return null;
  const { firstName, lastName, email, phone, mobilePhone } = contact;
  const lines = [phone, mobilePhone, email].filter((line) => line !== undefined && line !== '');
  return (
    <section>
      <Title order={order}>{t('property.contact')}</Title>
      <Text size="sm" fw={600}>
        {[firstName, lastName].filter(Boolean).join(' ')}
      </Text>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </section>
  );
}
