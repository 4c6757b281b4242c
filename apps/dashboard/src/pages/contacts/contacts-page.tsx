import type { Contact } from '@estate/client';
import { api } from '../../api/client.ts';
import { searchFor } from '../../api/search.ts';
import { useLiveList } from '../../api/use-live-list.ts';
import { ContactPhoto } from '../../pictures/contact-photo.tsx';
import { useSpeech } from '../../text/language.tsx';
import { TwoLines, textColumn, timeColumn } from '../../ui/cells.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FilterBar, useFilters } from '../../ui/filters.tsx';
import { LiveRows } from '../../ui/live-rows.tsx';
import { NewLink } from '../../ui/new-link.tsx';
import { Page } from '../../ui/page.tsx';
import type { Column } from '../../ui/virtual-rows.tsx';

/** Every contact, newest first. */
export function ContactsPage() {
  const { t } = useSpeech();
  const filters = useFilters();
  const columns = useColumns();
  const asked = searchFor(filters.settled('q'));
  const list = useLiveList<Contact>({
    key: ['contacts', 'list', asked],
    load: (query, signal) => api.contacts.list({ ...query, ...asked }, { signal }),
  });
  const newContact = <NewLink to="/contacts/new" label={t('contacts.new')} />;
  return (
    <Page title={t('nav.contacts')} actions={newContact}>
      <FilterBar filters={filters} search={t('contacts.search')} choices={[]} />
      <LiveRows
        label={t('nav.contacts')}
        list={list}
        found={list.items}
        columns={columns}
        filtered={filters.any}
        empty={
          <Empty
            icon="contacts"
            title={t('contacts.empty')}
            text={t('contacts.emptyText')}
            reference="createContact"
          >
            {newContact}
          </Empty>
        }
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
