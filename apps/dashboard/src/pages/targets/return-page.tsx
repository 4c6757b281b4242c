import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/page.tsx';

/** The page to which the platform redirects the end user after the decision. */
export function ReturnPage() {
  const { t } = useSpeech();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const accepted = params.get('status') === 'accepted';
  const targetId = params.get('targetId') ?? '';
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['targets'] });
  }, [client]);
  return (
    <Page title={t('target.returned')} up={{ to: '/targets', label: t('nav.targets') }}>
      <Empty
        icon={accepted ? 'check' : 'cross'}
        title={t(accepted ? 'target.accepted' : 'target.rejected')}
        text={t(accepted ? 'target.returnedAccepted' : 'target.returnedRejected')}
      >
        <Button component={Link} to={`/targets/${encodeURIComponent(targetId)}`} mt="sm">
          {t('target.open')}
        </Button>
      </Empty>
    </Page>
  );
}
