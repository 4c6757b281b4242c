import { Table } from '@mantine/core';
import { Section } from '../../../ui/page.tsx';
import type { ViolationReport } from '../../types.ts';
import { useText } from '../../use-text.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3600;
const MINUTE_SECONDS = 60;
const SHOWN = 8;

/** The time in which the audit checks each document once, for the slowest walks. */
export function Rounds({ rounds }: Pick<ViolationReport, 'rounds'>) {
  const text = useText();
  const longest = rounds.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN);
  return (
    <Section title={text('violations.rounds')} text={text('violations.roundsText')}>
      <Table.ScrollContainer
        minWidth={480}
        scrollAreaProps={{
          viewportProps: { tabIndex: 0, role: 'region', 'aria-label': text('violations.rounds') },
        }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{text('violations.walk')}</Table.Th>
              <Table.Th ta="right">{text('violations.documents')}</Table.Th>
              <Table.Th ta="right">{text('violations.round')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {longest.map(({ service, walk, documents, seconds }) => (
              <Table.Tr key={`${service} ${walk}`}>
                <Table.Td>
                  {service}: {walk}
                </Table.Td>
                <Table.Td ta="right">{documents}</Table.Td>
                <Table.Td ta="right">
                  <Duration seconds={seconds} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Duration({ seconds }: { seconds: number }) {
  const text = useText();
  if (seconds >= 2 * DAY_SECONDS)
    return text('violations.days', { count: Math.round(seconds / DAY_SECONDS) });
  if (seconds >= 2 * HOUR_SECONDS)
    return text('violations.hours', { count: Math.round(seconds / HOUR_SECONDS) });
  return text('violations.minutes', { count: Math.ceil(seconds / MINUTE_SECONDS) });
}
