/** The meaning of a column or a label of a report. */
export type Role =
  | 'number'
  | 'status'
  | 'action'
  | 'message'
  | 'fault'
  | 'warning'
  | 'code'
  | 'file'
  | 'url'
  | 'other';

const NAMES: Record<Exclude<Role, 'other'>, string> = {
  number:
    'objektnummer objektnr objekt objektid objnr objektnrextern externeobjektnummer externeobjektnr externeid externeobjektid externenummer objektnummerextern anbieterobjektid anbieterobjektnummer kundenobjektnummer ihreobjektnummer ihrenummer openimmoobid externalid externalobjectid externalnumber objectnumber objectno objectid object propertyid propertynumber propertyno property immobilie yourreference customerobjectnumber',
  status: 'status importstatus ergebnis resultat result importergebnis importresult outcome',
  action: 'aktion action vorgang operation',
  message: 'meldung nachricht message text details detail bemerkung beschreibung comment info hinweistext',
  fault:
    'fehler fehlermeldung fehlertext fehlerbeschreibung grund ablehnungsgrund error errormessage errortext reason',
  warning: 'warnung warnungen hinweis hinweise warning warnings notice',
  code: 'fehlercode fehlernr fehlernummer code errorcode statuscode statusnr',
  file: 'datei dateiname paket paketname importdatei archiv quelldatei file filename package packagename importfile',
  url: 'url link expose exposelink exposeurl anzeigenlink onlinelink publicurl weblink listingurl',
};

const ROLES: ReadonlyMap<string, Role> = new Map(
  (Object.keys(NAMES) as Exclude<Role, 'other'>[]).flatMap((role) =>
    NAMES[role].split(' ').map((name) => [name, role] as const),
  ),
);

const LONGEST_LABEL = 40;

/** The role of a label; undefined for words that are none. A label of the platform's own ids is another one. */
export function roleOf(label: string): Role | undefined {
  if (label.length > LONGEST_LABEL) return undefined;
  const plain = label
    .toLowerCase()
    .replace(/é/g, 'e')
    .replace(/[^a-zäöüß\d]/g, '');
  return ROLES.get(plain);
}

/** A cell in quotes, in which a quote is written twice. */
const QUOTED = /^\s*"((?:[^"]|"")*)"\s*/;

/** The cells of a line; those of CSV may be in quotes. */
export function cellsOf(line: string, delimiter: string): string[] {
  if (delimiter === '|' || !line.includes('"')) return line.split(delimiter).map((cell) => cell.trim());
  const cells: string[] = [];
  for (let rest: string | undefined = line; rest !== undefined;) {
    const quoted = QUOTED.exec(rest);
    const from: number = quoted?.[0].length ?? 0;
    const end: number = rest.indexOf(delimiter, from);
    const bare = rest.slice(from, end === -1 ? undefined : end).trim();
    cells.push((quoted?.[1] ?? '').replaceAll('""', '"') + bare);
    rest = end === -1 ? undefined : rest.slice(end + 1);
  }
  return cells;
}

const DELIMITERS = ['\t', ';', '|', ','];

/** The columns of a table whose head is this line; undefined for a line that is none. */
export function headOf(line: string): { delimiter: string; roles: Role[] } | undefined {
  for (const delimiter of DELIMITERS) {
    const roles = cellsOf(line, delimiter).map((cell) => roleOf(cell) ?? 'other');
    const says = (role: Role) => roles.includes(role);
    const isNamed = says('number') || says('file');
    if (isNamed && (says('status') || says('message') || says('fault') || says('action')))
      return { delimiter, roles };
  }
  return undefined;
}
