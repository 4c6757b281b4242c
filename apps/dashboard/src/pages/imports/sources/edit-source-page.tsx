import type { ImportSource, ImportSourceInput } from '@estate/client';
import { etagOf } from '@estate/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { api } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { useSpeech } from '../../../text/language.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { SourceForm } from './source-form.tsx';
import '../import-texts.ts';

/** Replaces the settings of a source, unless someone else has changed them since. */
export function EditSourcePage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['import-source', id, 'edited'],
    queryFn: ({ signal }) => api.importSources.get(id, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded query={query}>
      {(source) => (
        <Page title={t('common.edit')} up={{ to: `/imports/sources/${id}`, label: source.name }}>
          <Section title={t('source.behaviour')}>
            <EditForm source={source} />
          </Section>
        </Page>
      )}
    </Loaded>
  );
}

function EditForm({ source }: { source: ImportSource }) {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const save = useAct({
    run: (input: ImportSourceInput) =>
      api.importSources.update(source.id, input, { ifMatch: etagOf(source) }),
    touches: [['import-sources'], ['import-source', source.id]],
    done: t('common.saved'),
    quiet: true,
    then: () => void navigate(`/imports/sources/${source.id}`),
  });
  return <SourceForm source={source} label={t('common.save')} save={save} />;
}
