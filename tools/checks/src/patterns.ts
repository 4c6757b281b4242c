import { createRequire } from 'node:module';
import type * as recheck from 'recheck';
import ts from 'typescript';

/** The build that needs neither Java nor a program of the system, and says the same on every machine. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof recheck;
/** Longer than by default: what takes long on a busy machine alone must not look like a slow pattern. */
const CLOCK = { timeout: 300_000, attackTimeout: 20_000, incubationTimeout: 10_000 };
/** So many steps take less than a second. */
const STEPS_MAX = 50_000_000;

/** The time of a pattern grows not faster than its input, with a power of it, or worse. */
export type PatternVerdict = 'safe' | 'exponential' | 'unknown' | { degree: number };

export interface PatternPlaces {
  /** As they are written, with their flags. */
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

/** True if a pattern whose time grows with a power of its input ends soon, because its input is that short. */
export const isBounded = (verdict: PatternVerdict | undefined, mostCharacters: number): boolean =>
  typeof verdict === 'object' && mostCharacters ** verdict.degree <= STEPS_MAX;
