import { parser } from '@prometheus-io/lezer-promql';

/** The names in a PromQL expression. */
export interface Named {
  /** The selectors: a metric, and the labels in its selector. */
  selectors: { metric: string; labels: string[] }[];
  /** Labels that results are grouped or joined by. */
  grouping: string[];
}

/** The names in an expression; Prometheus itself checks whether it is well-formed. */
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
