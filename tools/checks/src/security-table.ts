/** A test in a row of the table. */
export interface NamedTest {
  threat: string;
  file: string;
  title: string;
}

const TEST = /^`([^`]+)` › (.+)$/;
const COLUMNS = 4;

/** The tests in the rows of the table of threats. @throws Error for a row without a test, or in another form */
export function namedTests(markdown: string): NamedTest[] {
  const rows = markdown
    .slice(markdown.indexOf('## Threats'))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .slice(2);
  return rows.flatMap((cells) => {
    const [threat = '', , , tests = ''] = cells;
    if (cells.length !== COLUMNS) throw new Error(`not a row of ${String(COLUMNS)} columns: ${threat}`);
    return tests.split('<br>').map((text) => testOf(threat, text));
  });
}

function testOf(threat: string, text: string): NamedTest {
  const [, file, title] = TEST.exec(text.trim()) ?? [];
  if (file === undefined || title === undefined) throw new Error(`${threat} names no test: "${text}"`);
  return { threat, file, title };
}

/** True if a source has a test, or a group of tests, with this title. */
export const hasTest = (source: string, title: string): boolean =>
  ["'", '`', '"'].some((quote) => source.includes(`${quote}${title}${quote}`));
