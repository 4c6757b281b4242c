import { parser } from '@prometheus-io/lezer-promql';

/** Series of machines, which belong to no installation. */
const OF_MACHINES = /^node_/;

/**
 * A selector by namespace. Without `honorLabels`, Prometheus gives the label of an exporter this prefix, and its own label to the
 * namespace of the exporter.
 */
const OWN_NAMESPACE = /\b(exported_)?namespace\s*[=!]/;

/** Restricts every selector of a PromQL expression to one namespace: a Prometheus can monitor several installations. */
export function withinNamespace(expression: string, namespace: string): string {
  const places: { at: number; text: string }[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      if (name !== 'VectorSelector') return;
      const [, metric = '', matchers] = /^([\w:]*)\s*(?:\{([^]*)\})?$/.exec(expression.slice(from, to)) ?? [];
      if (OF_MACHINES.test(metric) || OWN_NAMESPACE.test(matchers ?? '')) return;
      const matcher = `namespace="${namespace}"`;
      places.push(
        matchers === undefined
          ? { at: to, text: `{${matcher}}` }
          : { at: expression.indexOf('{', from) + 1, text: matchers.trim() === '' ? matcher : `${matcher},` },
      );
    },
  });
  return places.reduceRight(
    (text, place) => text.slice(0, place.at) + place.text + text.slice(place.at),
    expression,
  );
}
