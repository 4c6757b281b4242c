import type { ReactNode } from 'react';
import { Text } from '@mantine/core';
import { ErrorNote } from './error-note.tsx';
import { Icon } from './icons.tsx';
import { Loading } from './loading.tsx';

interface Props<T> {
  act: { isPending: boolean; error: Error | null; data: T | undefined };
  /** Shown while the action is running. */
  running?: string;
  children: (data: T) => ReactNode;
}

/** The result of an action, or why it failed. */
export function ActResult<T>({ act: { isPending, error, data }, running, children }: Props<T>) {
  return (
    <div aria-live="polite">
      {isPending && running !== undefined && (
        <>
          <Text size="sm">{running}</Text>
          <Loading />
        </>
      )}
      {error && <ErrorNote error={error} />}
      {data !== undefined && children(data)}
    </div>
  );
}

interface Step {
  title: string;
  text: string;
  /** The message of the service or the platform. */
  said?: string;
  tone: 'good' | 'warn' | 'bad';
}

const ICONS = { good: 'check', warn: 'warning', bad: 'cross' } as const;

/** The steps of a check and their results. */
export const Steps = ({ steps }: { steps: readonly Step[] }) => (
  <ol className="steps">
    {steps.map(({ title, text, said, tone }) => (
      <li key={title}>
        <span className={`${tone}-text`}>
          <Icon name={ICONS[tone]} />
        </span>
        <div>
          <Text size="sm" fw={600}>
            {title}
          </Text>
          <Text size="sm" c="dimmed" className="break">
            {text}
          </Text>
          {said !== undefined && (
            <Text size="xs" c="dimmed" className="break">
              {said}
            </Text>
          )}
        </div>
      </li>
    ))}
  </ol>
);
