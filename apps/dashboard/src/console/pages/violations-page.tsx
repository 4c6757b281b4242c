import { useState } from 'react';
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { operate } from '../api.ts';
import { ReadAgain } from '../read-again.tsx';
import type { RepairReport, ViolationReport } from '../types.ts';
import { useText } from '../use-text.ts';
import { RepairOutcome } from './violations/repair-outcome.tsx';
import { Rounds } from './violations/rounds.tsx';
import { ViolationSection } from './violations/violation-section.tsx';

/** The violated invariants of each service, checked at once. */
export function ViolationsPage() {
  const text = useText();
  const [repaired, setRepaired] = useState<RepairReport>();
  const query = useQuery({
    queryKey: ['violations'],
    queryFn: ({ signal }) => operate<ViolationReport>('/admin/violations', { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <Page title={text('place.violations')}>
      <Text c="dimmed">{text('violations.text')}</Text>
      {repaired && <RepairOutcome report={repaired} />}
      <Loaded query={query}>{(report) => <Report report={report} onRepaired={setRepaired} />}</Loaded>
      <ReadAgain query={query} />
    </Page>
  );
}

interface ReportProps {
  report: ViolationReport;
  onRepaired: (report: RepairReport) => void;
}

function Report({ report: { data, away, rounds }, onRepaired }: ReportProps) {
  const text = useText();
  return (
    <>
      {away.length > 0 && (
        <Alert className="tone-bad" role="alert" icon={<Icon name="warning" />}>
          {text('violations.away', { services: away.join(', ') })}
        </Alert>
      )}
      {data.length === 0 && away.length === 0 && (
        <Empty icon="check" title={text('violations.none')} text={text('violations.noneText')} />
      )}
      {data.map((violation) => (
        <ViolationSection
          key={`${violation.service} ${violation.promise}`}
          violation={violation}
          onRepaired={onRepaired}
        />
      ))}
      {rounds.length > 0 && <Rounds rounds={rounds} />}
    </>
  );
}
