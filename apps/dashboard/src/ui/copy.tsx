import { useState } from 'react';
import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Icon } from './icons.tsx';

const SHOWN_MS = 2000;

interface Props {
  text: string | (() => string);
  label?: string;
  /** Names the copied text for screen readers. */
  name?: string;
  size?: ButtonProps['size'];
}

/** Copies a text to the clipboard. */
export function Copy({ text, label, name, size = 'compact-sm' }: Props) {
  const { t } = useSpeech();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button
      size={size}
      variant="default"
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={15} />}
      onClick={() => void copy()}
      aria-label={name}
    >
      {copied ? t('common.copied') : (label ?? t('common.copy'))}
    </Button>
  );
}
