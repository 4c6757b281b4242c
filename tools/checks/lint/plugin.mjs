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

export default {
  meta: { name: 'estate' },
  rules: { 'no-rest-tuple': noRestTuple, 'no-untranslated-text': noUntranslatedText },
};
