import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../text/language.tsx';

/** A link to the targets, which have the addresses for requests of portals. */
export function ToTargets() {
  const { t } = useSpeech();
  return (
    <Button component={Link} to="/targets" variant="default">
      {t('requests.toTargets')}
    </Button>
  );
}
