import type { ImportSource } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useImportSources } from '../../../api/imports.ts';
import { useTargetName } from '../../../api/names.ts';
import { useSpeech } from '../../../text/language.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { ItemList } from '../../../ui/item-list.tsx';
import { NewLink } from '../../../ui/new-link.tsx';
import { Page } from '../../../ui/page.tsx';
import { SourceBadge } from '../import-badges.tsx';
import '../import-texts.ts';

/** The logins for exports of estate software. */
export function SourcesPage() {
  const { t } = useSpeech();
  const query = useImportSources();
  const newSource = <NewLink to="/imports/sources/new" needs="manage" label={t('sources.new')} />;
  return (
    <Page title={t('sources.title')} up={{ to: '/imports', label: t('nav.imports') }} actions={newSource}>
      <ItemList
        query={query}
        look="cards"
        empty={
          <Empty icon="imports" title={t('sources.empty')} text={t('sources.emptyText')}>
            {newSource}
          </Empty>
        }
      >
        {(source) => <SourceCard source={source} />}
      </ItemList>
    </Page>
  );
}

function SourceCard({ source }: { source: ImportSource }) {
  const { t } = useSpeech();
  const targetName = useTargetName();
  const { id, name, user, targetIds } = source;
  return (
    <article className="card">
      <div className="item">
        <Anchor component={Link} to={`/imports/sources/${id}`} fw={600} className="cut">
          {name}
        </Anchor>
        <SourceBadge {...source} />
      </div>
      <Text size="sm" c="dimmed" className="cut" mt={4}>
        {t('source.user')}: <code>{user}</code>
      </Text>
      <Text size="xs" c="dimmed" mt={4} className="cut">
        {targetIds.length === 0 ? t('source.onlyImport') : targetIds.map(targetName).join(', ')}
      </Text>
    </article>
  );
}
