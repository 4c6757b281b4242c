import { useEffect, useRef } from 'react';
import { Alert, Anchor, Button } from '@mantine/core';
import { ChangedSince } from '../../../api/save-over.ts';
import { useSpeech } from '../../../text/language.tsx';
import { useErrorText } from '../../../text/error-text.ts';
import { Icon } from '../../../ui/icons.tsx';
import type { FormProblem } from './form-problems.ts';
import { goToField } from './go-to.ts';

interface Props {
  error: unknown;
  problems: readonly FormProblem[];
  /** The page of the current state of an edited property. */
  current?: string | undefined;
  /** Saves although somebody else has changed the property. */
  anyway?: (() => void) | undefined;
}

/** The reasons why the form was refused, with links to the fields. It takes the focus, so that screen readers read it at once. */
export function ProblemSummary({ error, problems, current, anyway }: Props) {
  const { t } = useSpeech();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error !== null && error !== undefined) place.current?.focus();
  }, [error]);
  if (error === null || error === undefined) return null;
  const title = problems.length > 0 ? t('property.problems') : t('property.refused');
  return (
    <Alert
      ref={place}
      tabIndex={-1}
      role="alert"
      className="tone-bad summary"
      icon={<Icon name="warning" />}
      title={title}
    >
      {problems.length === 0 && <Refusal error={error} current={current} anyway={anyway} />}
      <ul className="problem-links">
        {problems.map(({ path, label, text }) => (
          <li key={`${path} ${text}`}>
            <a
              href={`#${path}`}
              onClick={(event) => {
                event.preventDefault();
                goToField(path);
              }}
            >
              {label}
            </a>
            {`: ${text}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Refusal({ error, current, anyway }: Omit<Props, 'problems'>) {
  const { t } = useSpeech();
  const errorText = useErrorText();
  if (!(error instanceof ChangedSince)) return errorText(error);
  return (
    <>
      {t('property.changedSince')}{' '}
      <Anchor href={current} target="_blank" size="sm" inherit underline="always" c="inherit">
        {t('property.showCurrent')}
        <span className="sr-only"> ({t('common.newTab')})</span>
      </Anchor>
      <div>
        <Button variant="default" size="compact-sm" mt="xs" onClick={anyway}>
          {t('property.saveAnyway')}
        </Button>
      </div>
    </>
  );
}
