import type { ImportSource } from '@estate/client';
import { Anchor } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { api } from '../../../api/client.ts';
import { useImportSource } from '../../../api/imports.ts';
import { useTargetName } from '../../../api/names.ts';
import { useAct } from '../../../api/use-act.ts';
import { useSpeech } from '../../../text/language.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { EditAndDelete } from '../../../ui/edit-and-delete.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { Fact } from '../../../ui/facts.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Page, Section } from '../../../ui/page.tsx';
import { TechnicalId } from '../../../ui/technical.tsx';
import { Time } from '../../../ui/time.tsx';
import { SourceBadge } from '../import-badges.tsx';
import { SettingsSection } from './settings-section.tsx';
import { EmptyValues } from './empty-values.tsx';
import { SuggestionSection } from './suggestion-section.tsx';
import { UnlistedSection } from './unlisted-section.tsx';
import { WaitingPackageNote } from './waiting-package-note.tsx';
import '../import-texts.ts';

/** One source: the settings for the software, and what happens to its packages. */
export function SourcePage() {
  const { id = '' } = useParams();
  const { t } = useSpeech();
  const query = useImportSource(id);
  const rotate = useAct({
    run: () => api.importSources.rotatePassword(id),
    touches: [['import-source', id]],
    done: t('source.rotated'),
  });
  return (
    <Loaded query={query}>
      {(source) => (
        <Page
          title={source.name}
          up={{ to: '/imports/sources', label: t('sources.title') }}
          beside={<SourceBadge {...source} />}
          actions={
            <EditAndDelete
              id={id}
              list="/imports/sources"
              text={t('source.deleteText')}
              remove={() => api.importSources.delete(id)}
              touches={[['import-sources']]}
              needs="manage"
            />
          }
        >
          <WaitingPackageNote {...source} />
          <SettingsSection
            source={rotate.data ? { ...source, ...rotate.data } : source}
            actions={
              <Confirm
                dangerous
                size="compact-sm"
                needs="manage"
                label={t('source.rotate')}
                title={t('source.rotateTitle')}
                text={t('source.rotateText')}
                act={rotate}
              />
            }
          />
          <SuggestionSection source={source} />
          <UnlistedSection source={source} />
          <BehaviourSection source={source} />
        </Page>
      )}
    </Loaded>
  );
}

function BehaviourSection({ source }: { source: ImportSource }) {
  const { t, language } = useSpeech();
  const targetName = useTargetName();
  const { id, targetIds, maxRemovedShare, lastImportId, createdAt } = source;
  const share = new Intl.NumberFormat(language, { style: 'percent' }).format(maxRemovedShare);
  const targets = targetIds.map((targetId) => (
    <Anchor key={targetId} component={Link} to={`/targets/${targetId}`} size="sm" display="block">
      {targetName(targetId)}
    </Anchor>
  ));
  const lastImport = lastImportId !== undefined && (
    <Anchor key="last" component={Link} to={`/imports/${lastImportId}`} size="sm">
      {t('source.openImport')}
    </Anchor>
  );
  const facts: Fact[] = [
    [t('source.targets'), targets.length === 0 ? t('source.onlyImport') : targets],
    [t('source.maxRemoved'), share],
    [t('source.defaultCountry'), source.defaultCountry],
    [t('source.emptyValues'), source.emptyValues && <EmptyValues key="values" values={source.emptyValues} />],
    [
      t('import.software'),
      source.sender && [source.sender.name, source.sender.version].filter(Boolean).join(' '),
    ],
    [t('source.lastImport'), lastImport],
    [t('common.created'), <Time key="created" at={createdAt} exact />],
  ];
  return (
    <Section title={t('source.behaviour')}>
      <Facts facts={facts} />
      <TechnicalId id={id} />
      <Anchor component={Link} to={`/imports?sourceId=${id}`} size="sm" display="inline-block" mt="md">
        {t('source.imports')}
      </Anchor>
    </Section>
  );
}
