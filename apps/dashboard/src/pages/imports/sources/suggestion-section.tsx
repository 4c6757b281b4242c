import type { ImportSource } from '@estate/client';
import { etagOf } from '@estate/client';
import { Text } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { useAct } from '../../../api/use-act.ts';
import { useSpeech } from '../../../text/language.tsx';
import { ActButton } from '../../../ui/act-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Section } from '../../../ui/page.tsx';
import { EmptyValues } from './empty-values.tsx';
import { draftOf, inputOf } from './source-draft.ts';

/** Settings that the source's software needs; they take effect only after the user accepts them. */
export function SuggestionSection({ source }: { source: ImportSource }) {
  const { t } = useSpeech();
  const { id, suggestion } = source;
  const accept = useAct({
    run: () => {
      const { software: _software, ...settings } = suggestion ?? { software: '' };
      const input = inputOf(draftOf({ ...source, ...settings }), source);
      // The form has whole percents only.
      const { maxRemovedShare } = source;
      return api.importSources.update(id, { ...input, maxRemovedShare }, { ifMatch: etagOf(source) });
    },
    touches: [['import-sources'], ['import-source', id]],
    done: t('common.saved'),
  });
  if (!suggestion) return null;
  const { software, defaultCountry, emptyValues } = suggestion;
  return (
    <Section
      title={t('source.suggestion', { software })}
      actions={
        <ActButton size="compact-sm" variant="default" needs="manage" act={accept}>
          {t('source.accept')}
        </ActButton>
      }
    >
      <Text size="sm" mb="xs">
        {t('source.suggestionText')}
      </Text>
      <Facts
        facts={[
          [t('source.defaultCountry'), defaultCountry],
          [t('source.emptyValues'), emptyValues && <EmptyValues key="values" values={emptyValues} />],
        ]}
      />
    </Section>
  );
}
