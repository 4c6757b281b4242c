import ts from 'typescript';

export type MetricType = 'counter' | 'gauge' | 'histogram';

/** A metric as its service declares it. */
export interface DeclaredMetric {
  name: string;
  type: MetricType;
  help: string;
  labels: string[];
  /** Of the source, relative to the repository. */
  path: string;
}

const TYPES: Readonly<Record<string, MetricType>> = {
  counter: 'counter',
  gauge: 'gauge',
  measured: 'gauge',
  histogram: 'histogram',
  slowHistogram: 'histogram',
};

/** What is not written down as plain text cannot be read off the source. */
class NotLiteral extends Error {}

/**
 * The metrics that a source declares: `metrics.counter('name', 'help', ['label'])`, the same with `gauge`, `histogram` and
 * `slowHistogram`, and `metrics.measured({ name, help, labels }, …)`.
 * @throws Error when a declaration is not written in plain texts
 */
export function declaredIn(path: string, text: string): DeclaredMetric[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: DeclaredMetric[] = [];
  const visit = (node: ts.Node): void => {
    const declared = ts.isCallExpression(node) ? declarationOf(node, path) : undefined;
    if (declared) found.push(declared);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function declarationOf(call: ts.CallExpression, path: string): DeclaredMetric | undefined {
  const { expression: callee, arguments: given } = call;
  if (!ts.isPropertyAccessExpression(callee) || !/metrics$/i.test(callee.expression.getText()))
    return undefined;
  const type = TYPES[callee.name.text];
  if (!type) return undefined;
  try {
    const [name, help, labels] = callee.name.text === 'measured' ? fieldsOf(given[0]) : given;
    return { name: textOf(name), type, help: textOf(help), labels: labels ? textsOf(labels) : [], path };
  } catch (error) {
    if (!(error instanceof NotLiteral)) throw error;
    throw new Error(`${path}: a metric must be declared in plain texts: ${call.getText()}`, { cause: error });
  }
}

function fieldsOf(given: ts.Expression | undefined): (ts.Expression | undefined)[] {
  if (!given || !ts.isObjectLiteralExpression(given)) throw new NotLiteral();
  return ['name', 'help', 'labels'].map(
    (field) =>
      given.properties.filter(ts.isPropertyAssignment).find(({ name }) => name.getText() === field)
        ?.initializer,
  );
}

function textOf(node: ts.Expression | undefined): string {
  if (!node || !ts.isStringLiteralLike(node)) throw new NotLiteral();
  return node.text;
}

function textsOf(node: ts.Expression): string[] {
  if (!ts.isArrayLiteralExpression(node)) throw new NotLiteral();
  return node.elements.map(textOf);
}
