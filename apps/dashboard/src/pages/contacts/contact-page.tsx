import type { Contact, ContactInput } from '@estate/client';
import { etagOf } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../api/client.ts';
import { useAct } from '../../api/use-act.ts';
import { useSpeech } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { withLastSearch } from '../../ui/last-search.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ContactForm } from './contact-form.tsx';
import { UsedBySection } from './used-by-section.tsx';

/** One contact: its fields, which can be edited, and the properties that use it. */
export function ContactPage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['contact', id],
    queryFn: ({ signal }) => api.contacts.get(id, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded query={query}>
      {(contact) => (
        <Page
          title={[contact.firstName, contact.lastName].filter(Boolean).join(' ')}
          up={{ to: '/contacts', label: t('nav.contacts') }}
          actions={<DeleteContact id={id} />}
        >
          <div className="columns">
            <EditContact contact={contact} key={contact.updatedAt} />
            <UsedBySection contactId={id} />
          </div>
        </Page>
      )}
    </Loaded>
  );
}

function EditContact({ contact }: { contact: Contact }) {
  const { t } = useSpeech();
  const { id } = contact;
  const save = useAct({
    run: (input: ContactInput) => api.contacts.update(id, input, { ifMatch: etagOf(contact) }),
    touches: [['contacts'], ['contact', id], ['contact-card', id], ['contact-name', id], ['search-contacts']],
    done: t('common.saved'),
    quiet: true,
  });
  return (
    <Section title={t('common.edit')}>
      <ContactForm
        start={contact}
        label={t('common.save')}
        busy={save.isPending}
        error={save.error}
        onSubmit={(input) => save.mutate(input)}
      />
    </Section>
  );
}

function DeleteContact({ id }: { id: string }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const remove = useAct({
    run: () => api.contacts.delete(id),
    touches: [['contacts'], ['properties'], ['search-contacts']],
    done: t('common.deleted'),
    then: () => void navigate(withLastSearch('/contacts')),
  });
  return (
    <Confirm
      label={t('common.delete')}
      title={t('common.deleteTitle')}
      text={t('contact.deleteText')}
      act={remove}
      dangerous
    />
  );
}
