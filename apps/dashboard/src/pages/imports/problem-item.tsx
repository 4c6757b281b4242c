import type { ImportProblem } from '@estate/client';
import { Text } from '@mantine/core';
import { useReasonText } from '../../problems/use-reason-text.ts';
import { useSpeech } from '../../text/language.tsx';
import { importReasonMessages } from '../../text/import-reason-messages.ts';
import { importRemedyMessages } from '../../text/import-remedy-messages.ts';
import { addMessages, knownKey } from '../../text/messages.ts';
import { Badge } from '../../ui/badge.tsx';

addMessages({ ...importReasonMessages, ...importRemedyMessages });

/** The title of a problem in the language of the page. */
export function useProblemTitle(): (problem: ImportProblem) => string {
  const { t } = useSpeech();
  return ({ code }) => {
    const key = knownKey(`importProblem.${code}`);
    return key ? t(key) : code;
  };
}

/** A problem of an object, its location, and its remedy. */
export function ProblemItem({ problem }: { problem: ImportProblem }) {
  const { t } = useSpeech();
  const titleOf = useProblemTitle();
  const { severity, code, reason, field, value, whatToDo, parameters = {} } = problem;
  const { propertyType, details } = parameters;
  const textOf = useReasonText('importReason', propertyType);
  const remedy = knownKey(`importDo.${reason}`) ?? knownKey(`importDo.${code}`);
  const isError = severity === 'error';
  return (
    <li>
      <div className="badges">
        <Badge tone={isError ? 'bad' : 'busy'} icon={isError ? 'cross' : 'warning'}>
          {t(isError ? 'object.isError' : 'object.isWarning')}
        </Badge>
        <Text size="sm" fw={600}>
          {titleOf(problem)}
        </Text>
      </div>
      <div>
        <Text size="sm" className="break">
          {textOf(problem)}
        </Text>
        {details !== undefined && (
          <Text size="sm" c="dimmed" className="break">
            {t('importReason.details')}: <span lang="en">{details}</span>
          </Text>
        )}
        <Text size="sm" c="dimmed" className="break">
          {t('listing.whatToDo')}: {remedy ? t(remedy) : whatToDo}
        </Text>
        {field !== undefined && (
          <Text size="xs" c="dimmed" className="break">
            <code>{field}</code>
            {value !== undefined && (
              <>
                {' = '}
                <code>{value}</code>
              </>
            )}
          </Text>
        )}
      </div>
    </li>
  );
}
