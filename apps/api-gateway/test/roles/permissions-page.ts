import type { ApiRoute } from '../../src/edge/routing/api-route.ts';
import { linkedPagesOf } from '../../src/edge/access/linked-pages.ts';
import { CALLERS, HOLDERS, namesOfLinks } from './callers.ts';
import type { CallerName } from './callers.ts';

/** One row of the table: a route and who may call it. */
export interface Row {
  route: string;
  allowed: readonly CallerName[];
}

const HEAD = ['Route', ...CALLERS];

const INTRODUCTION = `# Permissions

Find out which roles and API keys can call an operation. The table is generated from the routing table of the API; do not edit it.
\`apps/api-gateway/test/roles/every-route.test.ts\` calls every route as every caller of the table.

- \`nobody\`: a call without credentials.
- \`viewer\`, \`editor\`, \`admin\`: a user with this [role](people.md#roles).
- \`key\`: an API key with these scopes.
- \`look\`: an operator who [looks at an account](operators.md#look-at-an-account). The operator sees what the customer sees and cannot change anything.
- \`link\`: a person who opened a [dashboard link](dashboard-links.md) to these pages.
- \`operator\`: the operator token, an operator key, or a person who signed in as an operator.

Signing keys and headers of webhooks are returned only to admins, to API keys with the scope \`write\`, and to dashboard links to webhooks.

## Routes
`;

const allowedOf = ({ access, ...route }: ApiRoute): readonly CallerName[] => {
  if (access === 'open') return CALLERS;
  return access === 'operator' ? ['operator'] : [...HOLDERS[access], ...namesOfLinks(linkedPagesOf(route))];
};

export const rowsOf = (routes: readonly ApiRoute[]): Row[] =>
  routes.map((route) => ({ route: `${route.method} ${route.path}`, allowed: allowedOf(route) }));

/** The page with columns as wide as the formatter of the workspace makes them. */
export function permissionsPage(routes: readonly ApiRoute[]): string {
  const cells = rowsOf(routes).map(({ route, allowed }) => [
    `\`${route}\``,
    ...CALLERS.map((caller) => (allowed.includes(caller) ? 'yes' : '')),
  ]);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...cells.map((row) => (row[column] ?? '').length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [INTRODUCTION, line(HEAD), rule, ...cells.map(line), ''].join('\n');
}

/** The rows of a page. */
export function rowsIn(page: string): Row[] {
  const lines = page.split('\n').filter((one) => one.startsWith('| `'));
  return lines.map((one) => {
    const [, route = '', ...cells] = one.split('|').map((cell) => cell.trim());
    const allowed = CALLERS.filter((_caller, column) => cells[column] === 'yes');
    return { route: route.replaceAll('`', ''), allowed };
  });
}
