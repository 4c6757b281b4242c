// npx nx g @estate/generators:property-type house-buy
import { camelCase, pascalCase, replaceOnce } from './names.mjs';

/** Makes the schema of a further type and its row; the compiler then names each place that must handle it. */
export function propertyType(tree, { name }) {
  const folder = 'libs/contracts/src/property-types';
  const path = `${folder}/${name}.ts`;
  if (tree.exists(path)) throw new Error(`${path} is there already`);
  tree.write(path, schema(name).trimStart());
  const fields = `${pascalCase(name)}Fields`;
  const index = `${folder}/index.ts`;
  replaceOnce(tree, index, ['\n\n', `\nimport { ${fields} } from './${name}.ts';\n\n`]);
  replaceOnce(tree, index, [' } as const;', `, ${camelCase(name)}: ${fields} } as const;`]);
}

const schema = (name) => `
import { z } from 'zod';
import { filledText } from '../field-rules.ts';
import { Address } from './apartment-buy.ts';

/** What every type has; what only this one has comes below. */
export const ${pascalCase(name)}Fields = z
  .strictObject({ title: filledText(100), address: Address })
  .meta({ id: '${pascalCase(name)}Fields' });
`;
