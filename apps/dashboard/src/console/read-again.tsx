import { Button, Group, Text } from '@mantine/core';
import { Icon } from '../ui/icons.tsx';
import { useText } from './use-text.ts';

/** Refreshes a page; pages of the console do not poll. */
export function ReadAgain({ query }: { query: { refetch: () => unknown; isFetching: boolean } }) {
  const text = useText();
  return (
    <Group gap="sm">
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon name="refresh" size={15} />}
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {text('again.button')}
      </Button>
      <Text size="xs" c="dimmed">
        {text('again.text')}
      </Text>
    </Group>
  );
}
