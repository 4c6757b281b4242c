import type { Handling } from '@estate/client';
import { Text } from '@mantine/core';
import { HandlingBadge } from '../ui/handling-badge.tsx';
import { useAssignees } from '../api/use-assignees.ts';
import { useSpeech } from '../text/language.tsx';
import { useActorText } from '../ui/actor-text.ts';
import { Time } from '../ui/time.tsx';
import '../text/request-texts.ts';

/** The handling of a request: its state, assignee, time and note. */
export function Handled({ handling }: { handling: Handling }) {
  const { t } = useSpeech();
  const actorText = useActorText();
  const { nameOf } = useAssignees();
  const { state, assignee, note, changedAt, changedBy } = handling;
  return (
    <Text size="xs" component="div" className="break">
      <HandlingBadge state={state} />
      {assignee !== undefined && ` ${t('request.assignee')}: ${nameOf(assignee)}`}
      {note !== undefined && <div>{note}</div>}
      {changedAt !== undefined && (
        <Text size="xs" c="dimmed" component="div">
          <Time at={changedAt} exact />
          {changedBy && ` · ${actorText(changedBy)}`}
        </Text>
      )}
    </Text>
  );
}
