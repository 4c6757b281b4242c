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

export default { meta: { name: 'estate' }, rules: { 'no-rest-tuple': noRestTuple } };
