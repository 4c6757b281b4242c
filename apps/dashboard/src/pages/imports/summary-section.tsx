import type { ImportSummary } from '@estate/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSpeech } from '../../text/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { UnlistedFacts } from './sources/unlisted-section.tsx';

interface Props {
  id: string;
  /** A key that changes when the summary may have changed. */
  state: string;
}

/** The parts that an import did not use, and the properties that it could not list. */
export function SummarySection({ id, state }: Props) {
  const { t } = useSpeech();
  const query = useQuery({
    queryKey: ['import-summary', id, state],
    queryFn: ({ signal }) => api.imports.summary(id, { signal }),
  });
  return (
    <Loaded query={query}>
      {(summary) => (
        <>
          {summary.unused && (
            <Section title={t('import.unused')} text={t('import.unusedText')}>
              <Unused summary={summary} />
            </Section>
          )}
          {summary.unlisted.length > 0 && (
            <Section title={t('source.unlisted')}>
              <UnlistedFacts unlisted={summary.unlisted} />
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}

function Unused({ summary: { unused = [], furtherValues } }: { summary: ImportSummary }) {
  const { t, language } = useSpeech();
  const number = new Intl.NumberFormat(language);
  if (unused.length === 0) return <Text size="sm">{t('import.allUsed')}</Text>;
  return (
    <>
      <table className="data">
        <thead>
          <tr>
            <th>{t('import.element')}</th>
            <th>{t('import.objects')}</th>
            <th>{t('import.example')}</th>
          </tr>
        </thead>
        <tbody>
          {unused.map(({ path, objects, example, decides }) => (
            <tr key={path}>
              <td className="break">
                <code>{path}</code> {decides && <Badge tone="busy">{t('import.decides')}</Badge>}
              </td>
              <td>{number.format(objects)}</td>
              <td className="break">
                <code>{example}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {furtherValues !== undefined && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('import.furtherValues', { count: furtherValues })}
        </Text>
      )}
    </>
  );
}
