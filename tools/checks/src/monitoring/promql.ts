import { parser } from '@prometheus-io/lezer-promql';

/** The names in a PromQL expression. */
export interface Named {
  /** Each selector: a metric, and the labels it is narrowed by. */
  selectors: { metric: string; labels: string[] }[];
  /** Labels that results are grouped or joined by. */
  grouping: string[];
}

/** Reads the names off an expression; whether it is well-formed is for Prometheus itself to say. */
export function namesIn(expression: string): Named {
  const named: Named = { selectors: [], grouping: [] };
  parser.parse(expression).iterate({
    enter: ({ name, from, to, node: { parent } }) => {
      const text = expression.slice(from, to);
      if (name === 'Identifier' && parent?.name === 'VectorSelector')
        named.selectors.push({ metric: text, labels: [] });
      if (name !== 'LabelName') return;
      if (parent?.name === 'GroupingLabels') named.grouping.push(text);
      else named.selectors.at(-1)?.labels.push(text);
    },
  });
  return named;
}
