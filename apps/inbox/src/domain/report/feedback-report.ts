import { allOf, childrenOf, textOf } from '../xml-node.ts';
import type { XmlNode } from '../xml-node.ts';
import { numbersIn, pageIn } from './statements.ts';
import type { Statement } from './statements.ts';
import { saysNoFault, severityOf, verdictOf } from './verdict.ts';

/** The portal's own number (`portal_obj_id`) could be that of another object of ours. */
const NUMBERS = ['objekt_id', 'oobj_id'];

/** True if a feedback document is a report about an import. */
export const isReport = (root: XmlNode): boolean =>
  childrenOf(root, 'fehlerliste').length > 0 || childrenOf(root, 'status').length > 0;

/** The statements of a feedback document without persons about objects: its list of faults, then its states. */
export function reportStatements(root: XmlNode): Statement[] {
  if (root.name !== 'openimmo_feedback' || !isReport(root)) return [];
  const faults = allOf(root, 'fehler').map((node) => faultOf(node));
  const states = childrenOf(root, 'status');
  const ofObjects = states.flatMap((node) => (numbersOf(node).length > 0 ? [stateOf(node)] : []));
  const overall = states.filter((node) => numbersOf(node).length === 0).map(stateOf);
  const faulty = new Set(faults.flatMap(({ numbers }) => numbers));
  const [verdict] = overall.length === 1 ? overall.map((one) => one.verdict) : [];
  const listed = childrenOf(root, 'objekt')
    .map((node) => ({ numbers: numbersOf(node), publicUrl: pageIn(textOf(node, 'expose_url') ?? '') }))
    .filter(({ numbers }) => numbers.length > 0 && !numbers.some((number) => faulty.has(number)));
  return [
    ...faults,
    ...ofObjects,
    ...listed.map(({ numbers, publicUrl }) => ({
      numbers,
      verdict: verdict === 'rejected' ? undefined : verdict,
      messages: [],
      publicUrl,
    })),
    ...(listed.length === 0 && faulty.size === 0 ? overall : []),
  ];
}

const numbersOf = (node: XmlNode): string[] => NUMBERS.flatMap((name) => numbersIn(textOf(node, name) ?? ''));

/** Some platforms list what went well as fault number 0. */
const NO_FAULT = /^0+$/;

function faultOf(node: XmlNode): Statement {
  const text = textOf(node, 'text') ?? textOf(node, 'fehlertext') ?? '';
  const code = textOf(node, 'fehlernr') ?? '';
  const numbers = numbersOf(node);
  const isNone = NO_FAULT.test(code) && verdictOf(text) !== 'rejected';
  if (isNone || saysNoFault(text)) return { ...noFaultOf(text), numbers };
  const verdict = faultVerdict(text);
  const severity = verdict === undefined ? 'warning' : 'error';
  const message = { severity, text: text || code } as const;
  return { numbers, verdict, messages: code === '' ? [message] : [{ code, ...message }] };
}

/** A fault that says that all is well is not certain. */
function faultVerdict(text: string): 'rejected' | undefined {
  const isFault = (verdictOf(text) ?? 'rejected') === 'rejected';
  return isFault && severityOf(text) !== 'warning' ? 'rejected' : undefined;
}

function noFaultOf(text: string): Omit<Statement, 'numbers'> {
  const verdict = verdictOf(text);
  const severity = severityOf(text);
  return { verdict, messages: severity === 'info' ? [] : [{ severity, text }] };
}

function stateOf(node: XmlNode): Statement {
  const text = textOf(node, 'text') ?? '';
  const code = textOf(node, 'statusnr');
  const verdict = verdictOf(text);
  const isTold = text !== '' && verdict !== 'confirmed';
  const messages = [{ ...(code !== undefined && { code }), severity: severityOf(text), text }];
  return { numbers: numbersOf(node), verdict, messages: isTold ? messages : [] };
}
