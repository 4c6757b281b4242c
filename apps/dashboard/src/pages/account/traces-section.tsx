import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { addMessages } from '../../text/messages.ts';
import type { MessageKey } from '../../text/messages.ts';
import { traceMessages } from '../../text/trace-messages.ts';
import { Section } from '../../ui/page.tsx';
import { useMaySeeAuditLog } from './may-see-audit-log.ts';

addMessages(traceMessages);

interface Trace {
  to: string;
  title: MessageKey;
  text: MessageKey;
}

const AUDIT_LOG: Trace = { to: '/account/audit-log', title: 'audit.title', text: 'audit.text' };
const CALLS: Trace = { to: '/account/calls', title: 'calls.title', text: 'calls.text' };

/** Links to the audit log and the calls of the account. */
export function TracesSection() {
  const { t } = useSpeech();
  const traces = useMaySeeAuditLog() ? [AUDIT_LOG, CALLS] : [CALLS];
  return (
    <Section title={t('traces.title')}>
      <ul className="plain-list">
        {traces.map(({ to, title, text }) => (
          <li key={to} className="item">
            <div>
              <Anchor component={Link} to={to} fw={600} size="sm">
                {t(title)}
              </Anchor>
              <Text size="xs" c="dimmed">
                {t(text)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
