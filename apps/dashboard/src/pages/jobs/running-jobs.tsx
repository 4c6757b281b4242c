import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { FAST_MS, SLOW_MS } from '../../api/polling.ts';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { isUnfinished } from './job-progress.tsx';
import './job-texts.ts';

/** The maximum number of unfinished jobs of an account. */
const LOOKED_AT = 20;

/** Links to the running jobs. */
export function RunningJobs() {
  const { t } = useSpeech();
  const { data: running = [] } = useQuery({
    queryKey: ['jobs', 'running'],
    queryFn: async ({ signal }) => {
      const { data } = await api.jobs.list({ order: 'desc', limit: LOOKED_AT }, { signal });
      return data.filter(isUnfinished);
    },
    refetchInterval: ({ state: { data } }) => (data && data.length > 0 ? FAST_MS * 2 : SLOW_MS),
  });
  const [only, ...others] = running;
  if (!only) return null;
  return (
    <Link to={others.length === 0 ? `/jobs/${only.id}` : '/jobs'} className="running-jobs">
      <Badge tone="busy">
        <span className="running-words">{t('jobs.running', { count: running.length })}</span>
        <span className="running-count" aria-hidden="true">
          {running.length}
        </span>
      </Badge>
    </Link>
  );
}
