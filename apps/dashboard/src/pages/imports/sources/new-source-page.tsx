import { useState } from 'react';
import type { ImportSourceInput, ImportSourceWithPassword } from '@estate/client';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { useSpeech } from '../../../text/language.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { SettingsSection } from './settings-section.tsx';
import { SourceForm } from './source-form.tsx';
import '../import-texts.ts';

/** Creates a source and shows its password once. */
export function NewSourcePage() {
  const { t } = useSpeech();
  // Kept in memory only, so that the password does not enter the history of the browser.
  const [made, setMade] = useState<ImportSourceWithPassword>();
  const create = useAct({
    run: (input: ImportSourceInput) => api.importSources.create(input),
    touches: [['import-sources']],
    quiet: true,
    then: setMade,
  });
  const up = { to: '/imports/sources', label: t('sources.title') };
  if (made) {
    return (
      <Page
        title={t('source.created')}
        up={up}
        actions={
          <Button component={Link} to={`/imports/sources/${made.id}`} variant="default">
            {t('source.open')}
          </Button>
        }
      >
        <SettingsSection source={made} />
      </Page>
    );
  }
  return (
    <Page title={t('sources.new')} up={up}>
      <Section title={t('sources.new')} text={t('sources.emptyText')}>
        <SourceForm label={t('source.create')} save={create} />
      </Section>
    </Page>
  );
}
