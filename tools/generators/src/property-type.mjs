// npx nx g @estate/generators:property-type holiday-home-buy
import { camelCase, replaceOnce } from './names.mjs';

/** Makes a new type and its row; the compiler and the tests then report what each platform still needs for it. */
export function propertyType(tree, { name }) {
  const folder = 'libs/contracts/src/property-types';
  const path = `${folder}/types/${name}.ts`;
  if (tree.exists(path)) throw new Error(`${path} is there already`);
  tree.write(path, definition(name).trimStart());
  const index = `${folder}/index.ts`;
  const type = camelCase(name);
  replaceOnce(tree, index, ['\n\n/** Every', `\nimport { ${type} } from './types/${name}.ts';\n\n/** Every`]);
  replaceOnce(tree, index, ['} as const;', `  ${type},\n} as const;`]);
}

const definition = (name) => `
import { definePropertyType } from '../define-property-type.ts';
import { base } from '../groups/base.ts';
import { sale } from '../groups/prices.ts';

export const ${camelCase(name)} = definePropertyType({
  name: '${camelCase(name)}',
  label: { de: '${name}', en: '${name}' },
  description: 'Attributes of ${name}.',
  deal: 'sale',
  use: 'residential',
  fields: { ...base, ...sale },
  example: { title: 'An example of ${name}' },
});
`;
