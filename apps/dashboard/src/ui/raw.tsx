import { Group } from '@mantine/core';
import { Copy } from './copy.tsx';

/** Renders foreign text as plain text only. */
export function Raw({ text, label }: { text: string; label: string }) {
  return (
    <div className="raw">
      <Group justify="flex-end" className="raw-tools">
        <Copy text={text} />
      </Group>
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </div>
  );
}
