import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/badge.tsx';
import type { OperatorMail } from './types.ts';
import { useText } from './use-text.ts';

const TONES: Record<OperatorMail['state'], Tone> = {
  pending: 'busy',
  parsed: 'good',
  quarantined: 'bad',
  failed: 'bad',
};

export function MailStateBadge({ state }: Pick<OperatorMail, 'state'>) {
  const text = useText();
  return <Badge tone={TONES[state]}>{text(`mail.${state}`)}</Badge>;
}
