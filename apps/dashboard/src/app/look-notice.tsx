import { useEffect } from 'react';
import { Button, Text } from '@mantine/core';
import type { SignedIn } from '../api/session.ts';
import { useSpeech } from '../text/language.tsx';
import { Icon } from '../ui/icons.tsx';
import { Time } from '../ui/time.tsx';
import { useSignOut } from './session-gate.tsx';

/** A view is ended a moment before it expires, so that the browser goes back to the account in the console. */
const BEFORE_MS = 3000;

interface Props {
  look: NonNullable<SignedIn['look']>;
  account: string;
}

/** Shows on every page that an operator views an account: which one, why and for how long. */
export function LookNotice({ look: { operator, reason, until }, account }: Props) {
  const { t } = useSpeech();
  const end = useSignOut();
  useEffect(() => {
    const timer = setTimeout(end, Math.max(0, Date.parse(until) - Date.now() - BEFORE_MS));
    return () => {
      clearTimeout(timer);
    };
  });
  return (
    <aside className="look tone-busy" aria-label={t('look.title')}>
      <Icon name="lock" />
      <div className="look-words">
        <Text size="sm" fw={600}>
          {t('look.who', { operator: operator.name ?? t('look.operator'), account })}
        </Text>
        <Text size="xs">
          {t('look.until')} <Time at={until} exact /> · {t('look.reason')}: {reason}
        </Text>
      </div>
      <Button size="compact-sm" variant="default" onClick={end}>
        {t('look.end')}
      </Button>
    </aside>
  );
}
