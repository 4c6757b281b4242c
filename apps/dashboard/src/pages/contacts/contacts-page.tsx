import type { Contact, ContactQuery } from '@estate/client';
import { api } from '../../api/client.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { ContactPhoto } from '../../pictures/contact-photo.tsx';
import { useSpeech } from '../../text/language.tsx';
import { askedFor } from '../../ui/asked-for.ts';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { useFilters } from '../../ui/filters.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceList } from '../../ui/resource-list.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';

/** Every contact, newest first. */
export function ContactsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns();
  const asked = askedFor<ContactQuery>(filters, ['q']);
  const list = useLiveList<Contact>({
    key: ['contacts', 'list', asked],
    load: (query, signal) => api.contacts.list({ ...query, ...asked }, { signal }),
  });
  const newContact = <NewLink to="/contacts/new" label={t('contacts.new')} />;
  return (
    <Page title={t('nav.contacts')} actions={newContact}>
      <ResourceList
        label={t('nav.contacts')}
        list={list}
        columns={columns}
        filters={filters}
        bar={{ search: t('contacts.search') }}
        empty={{
          icon: 'contacts',
          title: t('contacts.empty'),
          text: t('contacts.emptyText'),
          reference: 'createContact',
          children: newContact,
        }}
      />
    </Page>
  );
}

function useColumns(): Column<Contact>[] {
  const { t } = useSpeech();
  return [
    {
      label: t('contact.name'),
      width: 'minmax(0, 3fr)',
      show: ({ id, firstName, lastName, email, photo }) => (
        <div className="with-contact-photo">
          <ContactPhoto photo={photo} size="small" alt="" />
          <TwoLines
            to={`/contacts/${id}`}
            title={[firstName, lastName].filter(Boolean).join(' ')}
            below={email}
          />
        </div>
      ),
    },
    textColumn(t('contact.phone'), 'minmax(0, 2fr)', ({ phone, mobilePhone }) => phone ?? mobilePhone ?? '–'),
    { ...timeColumn<Contact>(t('common.updated'), '150px', ({ updatedAt }) => updatedAt), wideOnly: true },
  ];
}
