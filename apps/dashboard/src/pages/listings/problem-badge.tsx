import type { PublicationProblem } from '@estate/client';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';

/** Shows whether a problem prevents the publication. */
export function ProblemBadge({ severity }: Pick<PublicationProblem, 'severity'>) {
  const { t } = useSpeech();
  return (
    <Badge tone={severity === 'error' ? 'bad' : 'busy'} icon="warning">
      {t(`listing.${severity}`)}
    </Badge>
  );
}
