import type { ReactNode } from 'react';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Time } from './time.tsx';
import type { Column } from './virtual-rows.tsx';

/** A link with a line of details below it. */
export const TwoLines = ({ to, title, below }: { to: string; title: ReactNode; below: ReactNode }) => (
  <div className="two-lines">
    <Anchor component={Link} to={to} fw={600} size="sm" className="cut">
      {title}
    </Anchor>
    <Text size="xs" c="dimmed" className="cut">
      {below}
    </Text>
  </div>
);

type Show<T> = (item: T) => ReactNode;

/** A column with one line of text. */
export const textColumn = <T,>(label: string, width: string, show: Show<T>): Column<T> => ({
  label,
  width,
  show: (item) => (
    <Text size="sm" className="cut">
      {show(item)}
    </Text>
  ),
});

/** A column with an optional time. */
export const timeColumn = <T,>(
  label: string,
  width: string,
  timeOf: (item: T) => string | undefined,
): Column<T> => ({
  label,
  width,
  show: (item) => {
    const at = timeOf(item);
    return (
      <Text size="sm" c="dimmed">
        {at === undefined ? '–' : <Time at={at} />}
      </Text>
    );
  },
});

/** A column with a time and its zone. */
export const exactTimeColumn = <T,>(label: string, timeOf: (item: T) => string): Column<T> => ({
  label,
  width: 'minmax(92px, 190px)',
  show: (item) => (
    <Text size="sm" c="dimmed">
      <Time at={timeOf(item)} exact />
    </Text>
  ),
});
