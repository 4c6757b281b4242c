import type { Found, Use } from './message-map-scan.ts';

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

/** One row a contract, by subject. */
export function rowsOf(contracts: readonly Contract[], found: readonly Found[]): Row[] {
  return contracts
    .map((contract) => {
      const isAsk = contract.kind === 'ask';
      const from = appsWith(isAsk ? 'asks' : 'tells', contract, found);
      const to = appsWith(isAsk ? 'answers' : 'handles', contract, found);
      const owner = contract.kind === 'event' ? (from[0] ?? '') : (contract.subject.split('.')[1] ?? '');
      return { ...contract, owner, from, to };
    })
    .sort((a, b) => (a.subject < b.subject ? -1 : 1));
}

function appsWith(use: Use, { name, subject }: Contract, found: readonly Found[]): string[] {
  const apps = found
    .filter((one) => one.use === use && (one.name === name || covers(one.name, subject)))
    .map(({ app }) => app);
  return [...new Set(apps)].sort();
}

const covers = (filter: string, subject: string): boolean =>
  filter.endsWith('.>') && subject.startsWith(filter.slice(0, -1));

/** What is wrong with the map, in words; a fact that nobody handles yet is not wrong. */
export function mapProblems(rows: readonly Row[]): string[] {
  return rows.flatMap(({ kind, subject, owner, from, to }) => {
    const problems: string[] = [];
    const owners = kind === 'ask' ? to : from;
    const verb = kind === 'ask' ? 'answers' : 'tells';
    if (owners.length === 0) problems.push(`nobody ${verb} ${subject}`);
    problems.push(
      ...owners
        .filter((app) => app !== owner)
        .map((app) => `${app} ${verb} ${subject}, which belongs to ${owner}`),
    );
    if (kind === 'wake' && to.length === 0) problems.push(`nobody handles ${subject}`);
    return problems;
  });
}

const HEAD = `# Message map

Generated from \`libs/contracts\` and the sources of the services by \`npx node tools/checks/src/message-map.ts --write\`;
do not edit. A service is listed where its source names the contract in a call: \`ask\`, \`answer\`, \`message\`, \`wake\`, \`on\`
or \`onAny\`. Wrong, and refused by the check: an operation that nobody answers, a message that nobody tells, a wake-up
call that nobody handles, and a service that answers or tells what belongs to another one.
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
    about: 'What happened in a service. A fact may wait for its first listener.',
    columns: ['Told by', 'Handled by'],
  },
  {
    title: 'Events',
    kind: 'event',
    about: 'What the customer is told, through the `event.>` consumer that fans out to webhooks.',
    columns: ['Told by', 'Handled by'],
  },
  {
    title: 'Wake-up calls',
    kind: 'wake',
    about: 'Carry no state; losing one costs only time.',
    columns: ['Rung by', 'Heard by'],
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
