import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';

export function ToJobs() {
  const { t } = useSpeech();
  return (
    <Button component={Link} to="/jobs" variant="default">
      {t('jobs.title')}
    </Button>
  );
}
