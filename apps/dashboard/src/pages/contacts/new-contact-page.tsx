import type { Contact, ContactInput } from '@estate/client';
import { useNavigate } from 'react-router';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ContactForm } from './contact-form.tsx';

/** Adds a contact for inquiries of prospects. */
export function NewContactPage() {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const create = useAct({
    run: (input: ContactInput) => api.contacts.create(input),
    touches: [['contacts'], ['search-contacts']],
    quiet: true,
    then: ({ id }: Contact) => void navigate(`/contacts/${id}`),
  });
  return (
    <Page title={t('contacts.new')} up={{ to: '/contacts', label: t('nav.contacts') }}>
      <Section title={t('contacts.new')} text={t('contacts.emptyText')}>
        <ContactForm
          label={t('contact.create')}
          busy={create.isPending}
          error={create.error}
          onSubmit={(input) => create.mutate(input)}
        />
      </Section>
    </Page>
  );
}
