/** The result of an object at the portal; `refused` has its words. */
export interface ReportedChange {
  number: string;
  action: 'set' | 'delete';
  refused?: string | undefined;
}

interface Reported {
  packageName: string;
  /** True if the report contains the opposite. */
  isWrong: boolean;
  changes: readonly ReportedChange[];
  /** The page of an object; empty if the report links none. */
  linkOf(number: string): string;
}

type Outcome = 'taken' | 'refused' | 'deleted';

const outcomeOf = ({ action, refused }: ReportedChange, isWrong: boolean): Outcome => {
  if (action === 'delete') return 'deleted';
  return (refused === undefined) === isWrong ? 'refused' : 'taken';
};

const wordsOf = ({ refused = 'Objekt unvollständig' }: ReportedChange): string => refused;

const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

const STATUS: Record<Outcome, string> = { taken: 'importiert', refused: 'abgelehnt', deleted: 'gelöscht' };

function feedback({ changes, isWrong }: Reported): string {
  const states = changes.map((change) => {
    const outcome = outcomeOf(change, isWrong);
    const text = outcome === 'refused' ? `${STATUS.refused}: ${wordsOf(change)}` : STATUS[outcome];
    const number = `<objekt_id>${escaped(change.number)}</objekt_id>`;
    return `<status>${number}<statusnr>${outcome === 'refused' ? 9 : 0}</statusnr><text>${escaped(text)}</text></status>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<openimmo_feedback><version>1.2.5</version>${states.join('')}</openimmo_feedback>\n`;
}

const text = ({ changes, isWrong, packageName }: Reported): string => {
  const blocks = changes.map((change) => {
    const outcome = outcomeOf(change, isWrong);
    const words = outcome === 'refused' ? `\nMeldung: ${wordsOf(change)}` : '';
    return `Objektnummer: ${change.number}\nStatus: ${STATUS[outcome]}${words}`;
  });
  return `Ihre Datei ${packageName} haben wir erhalten.\n\n${blocks.join('\n----------\n')}\n`;
};

const cell = (value: string): string => `"${value.replaceAll('"', '""')}"`;

const csv = ({ changes, isWrong, packageName, linkOf }: Reported): string => {
  const rows = changes.map((change) => {
    const outcome = outcomeOf(change, isWrong);
    const words = outcome === 'refused' ? wordsOf(change) : '';
    const link = outcome === 'taken' ? linkOf(change.number) : '';
    return [packageName, change.number, STATUS[outcome], words, link].map(cell).join(';');
  });
  return `Datei;Objektnummer;Status;Meldung;Link\n${rows.join('\n')}\n`;
};

type Format = 'feedback' | 'text' | 'csv';

/** A report in one of the formats of real portals. */
export function reportFile(format: Format, reported: Reported): { name: string; content: string } {
  if (format === 'text') return { name: 'protokoll.txt', content: text(reported) };
  if (format === 'csv') return { name: 'protokoll.csv', content: csv(reported) };
  return { name: 'feedback.xml', content: feedback(reported) };
}

/** The email of a report. */
export function reportBody(format: Format, reported: Reported) {
  const subject = 'Importprotokoll';
  const { name: filename, content } = reportFile(format, reported);
  if (format === 'text') return { subject, text: content };
  return { subject, text: 'Das Protokoll ist im Anhang.', attachments: [{ filename, content }] };
}
