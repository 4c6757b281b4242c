import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../text/language.tsx';

/** Leads to the targets, whose request addresses portals send to. */
export function ToTargets() {
  const { t } = useSpeech();
  return (
    <Button component={Link} to="/targets" variant="default">
      {t('requests.toTargets')}
    </Button>
  );
}
