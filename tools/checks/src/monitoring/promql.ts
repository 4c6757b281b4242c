/** What a PromQL expression names. */
export interface Named {
  /** Each selector: a metric, and the labels it is narrowed by. */
  selectors: { metric: string; labels: string[] }[];
  /** Labels that results are grouped or joined by. */
  grouping: string[];
}

const TOKEN =
  /(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<range>\[[^\]]*\])|(?<number>\d[\w.]*)|(?<word>[A-Za-z_:][\w:]*)|(?<mark>[^\s])/g;

const GROUPING = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);
/** Words that stand where a metric could stand; functions are known by the bracket behind them. */
const KEYWORDS = new Set([
  ...['and', 'or', 'unless', 'bool', 'offset', 'atan2', 'inf', 'nan'],
  ...['sum', 'min', 'max', 'avg', 'group', 'stddev', 'stdvar', 'count', 'count_values'],
  ...['bottomk', 'topk', 'quantile'],
]);

interface Token {
  kind: 'string' | 'range' | 'number' | 'word' | 'mark';
  text: string;
}

const tokensOf = (expression: string): Token[] =>
  [...expression.matchAll(TOKEN)].flatMap(({ groups = {} }) =>
    Object.entries(groups as Record<string, string | undefined>).flatMap(([kind, text]) =>
      text === undefined ? [] : [{ kind: kind as Token['kind'], text }],
    ),
  );

/** Reads the names off an expression; whether it is well-formed is for Prometheus itself to say. */
export function namesIn(expression: string): Named {
  const tokens = tokensOf(expression);
  const named: Named = { selectors: [], grouping: [] };
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const next = tokens[at + 1]?.text;
    if (token?.kind !== 'word') continue;
    const word = token.text.toLowerCase();
    if (GROUPING.has(word)) {
      if (next !== '(') continue;
      const words = wordsUntil(tokens, at + 2, ')');
      named.grouping.push(...words.names);
      at = words.end;
    } else if (!KEYWORDS.has(word) && next !== '(') {
      const labels = next === '{' ? labelsFrom(tokens, at + 2) : { names: [], end: at };
      named.selectors.push({ metric: token.text, labels: labels.names });
      at = labels.end;
    }
  }
  return named;
}

interface Names {
  names: string[];
  end: number;
}

function wordsUntil(tokens: readonly Token[], from: number, mark: string): Names {
  const found = tokens.findIndex(({ text }, index) => index >= from && text === mark);
  const end = found < 0 ? tokens.length : found;
  const names = tokens.slice(from, end).filter(({ kind }) => kind === 'word');
  return { names: names.map(({ text }) => text), end };
}

/** Values are strings, so that every word between the braces is the name of a label. */
const labelsFrom = (tokens: readonly Token[], from: number): Names => wordsUntil(tokens, from, '}');
