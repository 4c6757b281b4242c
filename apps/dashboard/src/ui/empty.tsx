import type { ReactNode } from 'react';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { openedLink } from '../api/opened-link.ts';
import { useSpeech } from '../text/language.tsx';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';
import { referenceOf } from './reference-of.ts';
import type { Documented } from './reference-of.ts';

export interface EmptyProps {
  icon: IconName;
  title: string;
  text: string;
  /** 1 if it replaces the whole page. */
  order?: 1 | 2;
  /** The API call to link to. */
  reference?: Documented;
  /** The next action. */
  children?: ReactNode;
}

/** An empty state: the purpose of the page, the next action, and a link to the reference. */
export function Empty({ icon, title, text, order = 2, reference, children }: EmptyProps) {
  const { t } = useSpeech();
  return (
    <Stack align="center" gap="xs" py={56} px="md" className="empty">
      <span className="empty-icon">
        <Icon name={icon} size={26} />
      </span>
      <Title order={order} ta="center">
        {title}
      </Title>
      <Text c="dimmed" size="sm" ta="center" maw={460}>
        {text}
      </Text>
      {children}
      {reference && !openedLink && (
        <Anchor href={referenceOf(reference)} className="empty-reference">
          {t('common.inReference')}
        </Anchor>
      )}
    </Stack>
  );
}
