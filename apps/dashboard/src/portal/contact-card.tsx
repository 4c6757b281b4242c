import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, orNull } from '../api/client.ts';
import { ContactPhoto } from '../pictures/contact-photo.tsx';
import { useSpeech } from '../text/language.tsx';

interface Props {
  contactId: string | undefined;
  order: 2 | 4;
  /** False in the views of platforms, which do not receive the photo. */
  withPhoto?: boolean;
}

/** The contact person for the page or the sheet; nothing without a contact. */
export function ContactCard({ contactId, order, withPhoto = false }: Props) {
  const { t } = useSpeech();
  const { data: contact } = useQuery({
    queryKey: ['contact-card', contactId],
    queryFn: ({ signal }) =>
      contactId === undefined ? null : orNull(api.contacts.get(contactId, { signal })),
  });
  if (!contact) return null;
  const { firstName, lastName, email, phone, mobilePhone, photo } = contact;
  const lines = [phone, mobilePhone, email].filter((line) => line !== undefined && line !== '');
  return (
    <section>
      <Title order={order}>{t('property.contact')}</Title>
      <div className="with-contact-photo">
        {withPhoto && photo !== undefined && <ContactPhoto photo={photo} size="large" alt="" />}
        <div>
          <Text size="sm" fw={600}>
            {[firstName, lastName].filter(Boolean).join(' ')}
          </Text>
          {lines.map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
        </div>
      </div>
    </section>
  );
}
