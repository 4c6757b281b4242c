import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useAct } from '../../../api/use-act.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Section } from '../../../ui/page.tsx';
import { operate } from '../../api.ts';
import type { RepairReport, Violation } from '../../types.ts';
import { useText } from '../../use-text.ts';

interface OnRepaired {
  onRepaired: (report: RepairReport) => void;
}

/** One violated invariant: what it means, what to do, and the repair where there is one. */
export function ViolationSection({ violation, onRepaired }: { violation: Violation } & OnRepaired) {
  const text = useText();
  const { service, promise, count, ids, meaning, advice, isRepairable } = violation;
  return (
    <Section title={`${service}: ${promise}`}>
      <Stack gap="sm">
        {meaning !== undefined && (
          <Text size="sm">
            <strong>{text('violations.meaning')}</strong> {meaning}
          </Text>
        )}
        <Text size="sm">
          <strong>{text('violations.advice')}</strong> {advice}
        </Text>
        <Text size="sm">{text('violations.count', { count })}</Text>
        <Group gap="sm">
          {ids.map((id) => (
            <Anchor key={id} component={Link} to={`/?text=${encodeURIComponent(id)}`} size="sm">
              <code>{id}</code>
            </Anchor>
          ))}
        </Group>
        {isRepairable && <Repair invariant={promise} count={count} onRepaired={onRepaired} />}
      </Stack>
    </Section>
  );
}

function Repair({ invariant, count, onRepaired }: { invariant: string; count: number } & OnRepaired) {
  const text = useText();
  const repair = useAct({
    run: () => operate<RepairReport>('/admin/repairs', { method: 'POST', body: { invariant } }),
    touches: [['violations']],
    then: onRepaired,
  });
  return (
    <Group>
      <Confirm
        label={text('violations.repair')}
        title={text('violations.repairTitle', { invariant })}
        text={text('violations.repairText', { count })}
        act={repair}
        size="compact-sm"
      />
    </Group>
  );
}
