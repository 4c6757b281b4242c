import { Anchor } from '@mantine/core';
import { useSpeech } from '../text/language.tsx';
import { Icon } from './icons.tsx';

/** A link to another site; anything but a web address is shown as plain text. */
export function OutsideLink({ href, children }: { href: string; children?: string }) {
  const { t } = useSpeech();
  const text = children ?? href;
  if (!isWebAddress(href)) return <span className="break">{text}</span>;
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm" className="break">
      {text} <Icon name="external" size={13} />
      <span className="sr-only"> ({t('common.newTab')})</span>
    </Anchor>
  );
}

/** True for an http or https address; other links are unsafe. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
