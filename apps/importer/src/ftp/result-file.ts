import { IMPORT_PROBLEM_NUMBERS } from '@estate/contracts';
import type { Import, ImportObject } from '@estate/contracts';
import { encodeXml } from '@estate/openimmo';
import type { XmlElement } from '@estate/openimmo';

/** The result of a package, for the software that exported it. */
export interface Result {
  fileName: string;
  import: Pick<Import, 'id' | 'state' | 'counts' | 'failure' | 'createdAt' | 'finishedAt' | 'scope'>;
  /** Objects with problems. */
  objects: readonly Pick<ImportObject, 'numbers' | 'title' | 'outcome' | 'problems'>[];
  /** Objects with problems beyond those. */
  furtherObjects: number;
  /** The id of the account; OpenImmo wants the number of its estate agent. */
  sender: string;
}

/** Names of the result files of a package. */
export function resultNames(fileName: string): { log: string; xml: string } {
  const stem = fileName.replace(/\.(?:zip|xml)$/iu, '');
  return { log: `${stem}.log`, xml: `${stem}.feedback.xml` };
}

const line = (text: string): string => text.replace(/\s+/gu, ' ').trim();
const numberOf = ({ numbers }: Result['objects'][number]): string =>
  numbers.external ?? numbers.internal ?? numbers.openimmo ?? '-';

/** The report for people. */
export function resultLog({ fileName, import: imported, objects, furtherObjects }: Result): string {
  const { counts, failure } = imported;
  const lines = [
    `Package: ${line(fileName)}`,
    `Import: ${imported.id}`,
    `Received: ${imported.createdAt}`,
    `Ended: ${imported.finishedAt ?? '-'}`,
    `State: ${imported.state}`,
    ...(imported.scope ? [`Scope: ${imported.scope}`] : []),
    ...(failure ? [`Failure: ${failure.code}: ${line(failure.message)}`] : []),
    '',
    ...Object.entries(counts).map(([name, count]) => `${`${name}:`.padEnd(11)}${String(count)}`),
    '',
    ...objects.flatMap((object) => objectLines(object)),
    ...(furtherObjects > 0 ? [`Further objects with problems: ${String(furtherObjects)}`] : []),
  ];
  return `${lines.join('\r\n').trimEnd()}\r\n`;
}

const objectLines = (object: Result['objects'][number]): string[] => [
  `Object ${line(numberOf(object))}: ${object.outcome}${object.title === undefined ? '' : ` (${line(object.title)})`}`,
  ...object.problems.map(({ severity, code, field, message, whatToDo }) => {
    const where = field === undefined ? '' : ` at ${line(field)}`;
    return `  ${severity.toUpperCase()} ${code}${where}: ${line(message)} ${line(whatToDo)}`;
  }),
];

const element = (name: string, content: XmlElement['content']): XmlElement => ({
  name,
  attributes: {},
  content,
});

/** The number of an error of a package; problems of objects have their own. */
const FAILURE_NUMBER = 1;
const STATUS = { finished: 0, withErrors: 1, failed: 2 } as const;

/** The report for software: the error list of an `openimmo_feedback` document. */
export function resultXml({ fileName, import: imported, objects, sender }: Result): string {
  const { failure, counts, finishedAt = imported.createdAt } = imported;
  const ofObjects = objects.flatMap((object) =>
    object.problems.map(({ code, message, whatToDo }) =>
      fault(numberOf(object), IMPORT_PROBLEM_NUMBERS[code], `${message} ${whatToDo}`),
    ),
  );
  const faults = [...(failure ? [fault(fileName, FAILURE_NUMBER, failure.message)] : []), ...ofObjects];
  const withErrors = counts.failed > 0 ? STATUS.withErrors : STATUS.finished;
  const status = imported.state === 'finished' ? withErrors : STATUS.failed;
  const summary = Object.entries(counts).map(([name, count]) => `${name} ${String(count)}`);
  const root = element('openimmo_feedback', [
    element('version', '1.2.5'),
    element('sender', [
      element('name', 'Real Estate Distribution Service'),
      element('datum', finishedAt.slice(0, 10)),
      element('makler_id', sender),
    ]),
    ...(faults.length > 0 ? [element('fehlerliste', faults)] : []),
    element('status', [
      element('statusnr', status),
      element('text', `${imported.state}: ${summary.join(', ')}`),
    ]),
  ]);
  return encodeXml(root, 'UTF-8').toString();
}

const fault = (objectId: string, code: number, text: string): XmlElement =>
  element('fehler', [
    element('objekt_id', line(objectId)),
    element('fehlernr', code),
    element('text', line(text)),
  ]);
