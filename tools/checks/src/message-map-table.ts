import { filterOf } from '@estate/contracts';
import type { ServiceManifest } from '@estate/contracts';

export type ContractKind = 'ask' | 'fact' | 'event' | 'wake';

export interface Contract {
  /** Under which `@estate/contracts` exports it. */
  name: string;
  kind: ContractKind;
  subject: string;
}

/** A contract and the services that send it and receive it. */
export interface Row extends Contract {
  /** From the subject; an event belongs to the service that tells it. */
  owner: string;
  from: readonly string[];
  to: readonly string[];
}

/** Every operation and message among the exports of the contracts. */
export const contractsIn = (exported: Readonly<Record<string, unknown>>): Contract[] =>
  Object.entries(exported).flatMap(([name, value]) =>
    hasSubject(value)
      ? [{ name, subject: value.subject, kind: value.subject.split('.')[0] as ContractKind }]
      : [],
  );

const hasSubject = (value: unknown): value is { subject: string } =>
  typeof value === 'object' && value !== null && 'subject' in value && typeof value.subject === 'string';

/** One row a contract, by subject. */
export function rowsOf(contracts: readonly Contract[], services: readonly ServiceManifest[]): Row[] {
  return contracts
    .map((contract) => {
      const names = (declared: (service: ServiceManifest) => readonly string[]) =>
        services
          .filter((service) => declared(service).some((one) => covers(one, contract.subject)))
          .map(({ name }) => name)
          .sort();
      const from = names(({ asks, tells }) => [...asks, ...tells].map(({ subject }) => subject));
      const to = names(({ answers, handles }) => [
        ...answers.map(({ subject }) => subject),
        ...Object.values(handles).map(filterOf),
      ]);
      const owner = contract.kind === 'event' ? (from[0] ?? '') : (contract.subject.split('.')[1] ?? '');
      return { ...contract, owner, from, to };
    })
    .sort((a, b) => (a.subject < b.subject ? -1 : 1));
}

const covers = (declared: string, subject: string): boolean =>
  declared === subject || (declared.endsWith('.>') && subject.startsWith(declared.slice(0, -1)));

/** What is wrong with the map, in words; a fact that nobody handles yet is not wrong, nor an operation nobody asks. */
export const mapProblems = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ kind, subject, from, to }) => [
    ...(kind === 'ask' && to.length === 0 ? [`no service answers ${subject}`] : []),
    ...(kind !== 'ask' && from.length === 0 ? [`no service tells ${subject}`] : []),
    ...(kind === 'event' && from.length > 1 ? [`${subject} is published by ${from.join(' and ')}`] : []),
    ...(kind === 'wake' && to.length === 0 ? [`no service handles ${subject}`] : []),
  ]);

const HEAD = `# Message map

Generated from \`libs/contracts\` and the manifests of the services by \`npx nx derive\`; do
not edit. The check refuses an operation that no service answers, a message that no service tells, an event that two services
tell, and a wake-up call that no service handles.
`;

const SECTIONS: readonly {
  title: string;
  kind: ContractKind;
  about: string;
  columns: readonly [string, string];
}[] = [
  {
    title: 'Operations',
    kind: 'ask',
    about: 'Asked by request/reply, answered by the owner.',
    columns: ['Asked by', 'Answered by'],
  },
  {
    title: 'Facts',
    kind: 'fact',
    about: 'What happened in a service. A fact may have no handler yet.',
    columns: ['Published by', 'Handled by'],
  },
  {
    title: 'Events',
    kind: 'event',
    about: 'Sent to the customer through the `event.>` consumer, which creates the deliveries of webhooks.',
    columns: ['Published by', 'Handled by'],
  },
  {
    title: 'Wake-up calls',
    kind: 'wake',
    about: 'A wake-up message makes a worker look for due work early. It carries no state and may be lost.',
    columns: ['Sent by', 'Handled by'],
  },
];

/** The whole document, not formatted. */
export function mapDocument(rows: readonly Row[]): string {
  const sections = SECTIONS.map(({ title, kind, about, columns }) => {
    const lines = rows
      .filter((row) => row.kind === kind)
      .map(
        ({ subject, name, owner, from, to }) =>
          `| \`${subject}\` | \`${name}\` | ${owner} | ${listed(from)} | ${listed(to)} |`,
      );
    const head = `| Subject | Contract | Owner | ${columns[0]} | ${columns[1]} |\n| --- | --- | --- | --- | --- |`;
    return [`## ${title}`, about, [head, ...lines].join('\n')].join('\n\n');
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

const listed = (apps: readonly string[]): string => (apps.length === 0 ? 'nobody yet' : apps.join(', '));
