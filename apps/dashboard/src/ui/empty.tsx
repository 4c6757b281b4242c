import type { ReactNode } from 'react';
import { Stack, Text, Title } from '@mantine/core';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';

interface Props {
  icon: IconName;
  title: string;
  text: string;
  /** What to do next. */
  children?: ReactNode;
}

/** Nothing to show, and what to do next. */
export function Empty({ icon, title, text, children }: Props) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <Title order={2} ta="center">
        {title}
      </Title>
      <Text c="dimmed" size="sm" ta="center" maw={420}>
        {text}
      </Text>
      {children}
    </Stack>
  );
}
