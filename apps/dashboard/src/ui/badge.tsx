import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';

export type Tone = 'good' | 'bad' | 'busy' | 'calm';

const ICONS: Record<Tone, IconName> = { good: 'check', bad: 'cross', busy: 'clock', calm: 'dash' };

/** A state in one word; its colour is never the only sign. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`badge tone-${tone}`}>
      <Icon name={icon ?? ICONS[tone]} size={13} />
      {children}
    </span>
  );
}
