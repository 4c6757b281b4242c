import type { RequestLogEntry } from '@estate/client';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { placeOfCall } from './trace-places.ts';

type Call = Extract<RequestLogEntry, { kind: 'call' }>;

/** Method and path of a call, or how many calls are missing. */
export function CallCell({ entry }: { entry: RequestLogEntry }) {
  const { t, language } = useSpeech();
  if (entry.kind === 'call') return <MadeCall call={entry} />;
  const count = new Intl.NumberFormat(language).format(entry.missing);
  return (
    <div className="two-lines">
      <Text size="sm" fw={600} className="cut">
        {t('calls.gap', { count })}
      </Text>
      <Text size="xs" c="dimmed" className="cut">
        {t('calls.gapText')}
      </Text>
    </div>
  );
}

function MadeCall({ call }: { call: Call }) {
  const { method, path, requestId } = call;
  const to = placeOfCall(call);
  const text = `${method} ${path}`;
  return (
    <div className="two-lines">
      {to === undefined ? (
        <Text size="sm" fw={600} className="cut" title={text}>
          {text}
        </Text>
      ) : (
        <Anchor component={Link} to={to} size="sm" fw={600} className="cut" title={text}>
          {text}
        </Anchor>
      )}
      <Text size="xs" c="dimmed" className="cut" title={requestId}>
        {requestId}
      </Text>
    </div>
  );
}

/** The status of a call and the code of its error. */
export function OutcomeCell({ entry }: { entry: RequestLogEntry }) {
  if (entry.kind === 'gap')
    return (
      <Badge tone="bad" icon="warning">
        –
      </Badge>
    );
  const { status, code } = entry;
  return (
    <div className="two-lines">
      <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>
      {code !== undefined && (
        <Text size="xs" c="dimmed" className="cut">
          {code}
        </Text>
      )}
    </div>
  );
}
