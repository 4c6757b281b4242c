import { Alert, Button, Group, Text } from '@mantine/core';
import { useSpeech } from '../../text/language.tsx';
import type { Filters } from '../../ui/filters.tsx';
import { Icon } from '../../ui/icons.tsx';

interface Props {
  differing: number;
  filters: Filters;
}

/** The number of objects that other settings read differently; the button shows only these. */
export function PreviewNote({ differing, filters }: Props) {
  const { t } = useSpeech();
  const isFiltered = filters.get('differing') === 'true';
  return (
    <Alert className="tone-calm" icon={<Icon name="dash" />} title={t('import.preview')}>
      <Group justify="space-between">
        <Text size="sm">
          {differing === 0 ? t('import.noneDiffer') : t('import.differ', { count: differing })}
        </Text>
        {differing > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            aria-pressed={isFiltered}
            onClick={() => filters.change({ differing: isFiltered ? '' : 'true' })}
          >
            {t(isFiltered ? 'import.showAll' : 'import.showDiffering')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
