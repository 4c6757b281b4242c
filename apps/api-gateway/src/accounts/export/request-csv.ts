import { Readable } from 'node:stream';
import { listRequests } from '@estate/contracts';
import type { ContactRequest, RequestQuery } from '@estate/contracts';
import type { AccountsDeps } from '../accounts-deps.ts';
import type { Presented } from '../../edge/routing/api-route.ts';
import type { Call } from '../../edge/routing/call.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import type { Separator } from './csv.ts';
import { takingTurns } from './export-account.ts';
import { everyOne } from './pages.ts';

export type CsvQuery = Omit<RequestQuery, 'limit' | 'order' | 'startAfter' | 'count'> & {
  separator?: Separator | undefined;
};

/** The columns besides the assignee, whose name the gateway looks up. */
const COLUMNS = {
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt,
  state: ({ handling }) => handling.state,
  note: ({ handling }) => handling.note,
  targetId: ({ targetId }) => targetId,
  propertyId: ({ propertyId }) => propertyId,
  externalId: ({ propertyProvidedByPlatform: { externalId } }) => externalId,
  propertyTitle: ({ propertyProvidedByPlatform: { title } }) => title,
  salutation: ({ prospect }) => prospect.salutation,
  firstName: ({ prospect }) => prospect.firstName,
  lastName: ({ prospect }) => prospect.lastName,
  company: ({ prospect }) => prospect.company,
  email: ({ prospect }) => prospect.email,
  phone: ({ prospect }) => prospect.phone,
  mobilePhone: ({ prospect }) => prospect.mobilePhone,
  street: ({ prospect }) => prospect.address?.street,
  postalCode: ({ prospect }) => prospect.address?.postalCode,
  city: ({ prospect }) => prospect.address?.city,
  message: ({ message }) => message,
} satisfies Record<string, (request: ContactRequest) => string | undefined>;

const NAMES = [...Object.keys(COLUMNS), 'assignee', 'assigneeName'];

export const CSV_HEAD = csvLine(NAMES);

/** The requests of a query as a CSV file, which is generated while it is sent. */
export const requestCsv = (query: CsvQuery, call: Call, deps: AccountsDeps): Presented => ({
  file: {
    mediaType: 'text/csv; charset=utf-8',
    open: () => {
      const end = deps.exports.begin(call.accountId);
      return Promise.resolve(
        Readable.from(csvLines(query, call, deps), { objectMode: false }).once('close', end),
      );
    },
  },
  headers: {
    'content-disposition': `attachment; filename="requests-${deps.clock().toISOString().slice(0, 10)}.csv"`,
    'cache-control': 'no-store',
  },
});

/** The lines of the file; for an unreadable request, only its id. */
export async function* csvLines(
  { separator, ...query }: CsvQuery,
  call: Call,
  deps: AccountsDeps,
): AsyncGenerator<string> {
  const damaged: string[] = [];
  const { askOwner, users } = takingTurns(call.accountId, deps, (id) => damaged.push(id));
  const names = new Map<string, Promise<string | undefined>>();
  const nameOf = (id: string) => {
    const known = names.get(id) ?? users.find(call.accountId, id).then((user) => user?.name ?? user?.email);
    names.set(id, known);
    return known;
  };
  const line = (cells: Parameters<typeof csvLine>[0]) => csvLine(cells, separator);
  yield BYTE_ORDER_MARK + line(NAMES);
  const read = (page: Parameters<Parameters<typeof everyOne>[0]>[0]) =>
    askOwner(listRequests, { ...query, ...page }, call);
  for await (const request of everyOne(read, ({ id }) => id)) {
    const { assignee } = request.handling;
    const name = assignee === undefined ? undefined : await nameOf(assignee);
    yield line([...Object.values(COLUMNS).map((cellOf) => cellOf(request)), assignee, name]);
  }
  for (const id of damaged) yield line([id]);
}
