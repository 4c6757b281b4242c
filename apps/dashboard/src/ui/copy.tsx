import { useState } from 'react';
import { Button } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Icon } from './icons.tsx';

const SHOWN_MS = 2000;

/** Puts a text into the clipboard. */
export function Copy({ text, label }: { text: string | (() => string); label?: string }) {
  const { t } = useSpeech();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon name={copied ? 'check' : 'copy'} size={15} />}
      onClick={() => void copy()}
    >
      {copied ? t('common.copied') : (label ?? t('common.copy'))}
    </Button>
  );
}
