// Rules that oxlint does not have.

/** A tuple of rest parameters is a list of parameters that `max-params` does not count. */
const noRestTuple = {
  create: (context) => ({
    RestElement(node) {
      const inParameters = node.parent.params?.includes(node);
      const type = node.typeAnnotation?.typeAnnotation.type;
      if (inParameters && (node.argument.type === 'ArrayPattern' || type === 'TSTupleType'))
        context.report({
          node,
          message: 'Name the parameters, in an object where there are more than three.',
        });
    },
  }),
};

const READ_OR_HEARD = new Set(['alt', 'aria-label', 'description', 'label', 'text', 'title']);
const ABBREVIATION = /^\s*\p{Lu}+\s*$/u;

/** Texts of pages are messages, which have every language; an abbreviation such as `PDF` has no other. */
const noUntranslatedText = {
  create: (context) => {
    const check = (node, text) => {
      if (typeof text === 'string' && /\p{L}/u.test(text) && !ABBREVIATION.test(text))
        context.report({ node, message: 'Show a message of apps/dashboard/src/text instead.' });
    };
    return {
      JSXText: (node) => check(node, node.value),
      JSXAttribute(node) {
        if (READ_OR_HEARD.has(node.name.name)) check(node, node.value?.value);
      },
    };
  },
};

const LARGEST_PAGE = 100;
const LARGEST_PAGE_IN_PATH = new RegExp(`[?&]limit=${LARGEST_PAGE}\\b`);

/** The number that an expression is: itself, or that of the constant that it names. */
function numberOf(node, scope) {
  if (node.type === 'Literal') return node.value;
  if (node.type !== 'Identifier') return undefined;
  for (let at = scope; at; at = at.upper) {
    const variable = at.set.get(node.name);
    if (variable) return variable.defs[0]?.node.init?.value;
  }
  return undefined;
}

const isAll = ({ type, callee }) => type === 'CallExpression' && callee.property?.name === 'all';
const named = (node, name) => node.properties.some(({ key }) => (key?.name ?? key?.value) === name);

/** A list may have more than its largest page, which the page would show as everything. */
const noFirstPage = {
  create: (context) => {
    const message =
      'Read every page (`all`, `startAfter`), or search on the server: there may be more than 100.';
    const checkText = (node, text) => {
      if (typeof text === 'string' && LARGEST_PAGE_IN_PATH.test(text)) context.report({ node, message });
    };
    return {
      Property(node) {
        if ((node.key.name ?? node.key.value) !== 'limit') return;
        const limit = numberOf(node.value, context.sourceCode.getScope(node));
        const isPaged = named(node.parent, 'startAfter') || isAll(node.parent.parent);
        if (limit >= LARGEST_PAGE && !isPaged) context.report({ node, message });
      },
      Literal: (node) => checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.cooked),
    };
  },
};

export default {
  meta: { name: 'estate' },
  rules: {
    'no-first-page': noFirstPage,
    'no-rest-tuple': noRestTuple,
    'no-untranslated-text': noUntranslatedText,
  },
};
