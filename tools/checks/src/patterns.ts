import { createRequire } from 'node:module';
import type * as recheck from 'recheck';
import ts from 'typescript';

/** The build of recheck without Java or a native program, which gives the same results on every machine. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof recheck;
/** Longer than the defaults, so that a busy machine does not make a pattern look slow. */
const CLOCK = { timeout: 300_000, attackTimeout: 20_000, incubationTimeout: 10_000 };
/** The number of steps that take less than a second. */
const STEPS_MAX = 50_000_000;

/** The growth of a pattern's time: at most linear, polynomial, or worse. */
export type PatternVerdict = 'safe' | 'exponential' | 'unknown' | { degree: number };

export interface PatternPlaces {
  /** Literals as written, with their flags. */
  literals: string[];
  /** Patterns that are built from text. */
  built: string[];
}

export function patternsIn(file: string, text: string): PatternPlaces {
  const found: PatternPlaces = { literals: [], built: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.literals.push(node.text);
    const isBuilt = (ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression);
    if (isBuilt) found.built.push(node.arguments?.[0]?.getText() ?? '');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kindOf(file)));
  return found;
}

const isRegExp = (expression: ts.Expression): boolean =>
  ts.isIdentifier(expression) && expression.text === 'RegExp';
const kindOf = (file: string): ts.ScriptKind =>
  file.endsWith('.tsx') ? ts.ScriptKind.TSX : file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;

export function verdictOf(literal: string): PatternVerdict {
  const end = literal.lastIndexOf('/');
  const found = checkSync(literal.slice(1, end), literal.slice(end + 1), CLOCK);
  if (found.status !== 'vulnerable') return found.status;
  const { complexity } = found;
  return complexity.type === 'polynomial' ? { degree: complexity.degree } : 'exponential';
}

/** True if a pattern with polynomial time ends soon, because its input is short. */
export const isBounded = (verdict: PatternVerdict | undefined, mostCharacters: number): boolean =>
  typeof verdict === 'object' && mostCharacters ** verdict.degree <= STEPS_MAX;
