// Builds the package that customers install: one ES module and declarations that need nothing else.
// usage: node libs/client/build.mjs [directory]
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { format } from 'oxfmt';
import ts from 'typescript';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const CONTRACT_TYPES = join(HERE, 'src/contract-types.ts');

export async function buildClient(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await build({
    entryPoints: [join(HERE, 'src/index.ts')],
    outfile: join(target, 'index.js'),
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  await writeDeclarations(target);
  cpSync(join(HERE, 'README.md'), join(target, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

function manifest() {
  const { name, version, license, description } = JSON.parse(
    readFileSync(join(HERE, 'package.json'), 'utf8'),
  );
  return {
    name,
    version,
    license,
    description,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    files: ['index.js', '*.d.ts', 'README.md', 'LICENSE'],
  };
}

async function writeDeclarations(target) {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: target,
      rootDir: join(HERE, 'src'),
    },
    ROOT,
  );
  const files = readdirSync(join(HERE, 'src'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(HERE, 'src', name));
  const program = ts.createProgram(files, options);
  const inside = (file) => !relative(join(HERE, 'src'), file.fileName).startsWith('..');
  for (const file of program.getSourceFiles().filter(inside)) {
    if (file.fileName === CONTRACT_TYPES) continue;
    program.emit(
      file,
      (name, text) => writeFileSync(name, text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")),
      undefined,
      true,
    );
  }
  const file = 'contract-types.d.ts';
  const { code, errors } = await format(file, contractTypes(program), { singleQuote: true, printWidth: 110 });
  if (errors.length > 0) throw new Error(`${file}: ${JSON.stringify(errors)}`);
  writeFileSync(join(target, file), code);
}

/** The types that come from the contracts, written out, so that a customer needs neither them nor their schema library. */
function contractTypes(program) {
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(CONTRACT_TYPES));
  const flags =
    ts.TypeFormatFlags.NoTruncation |
    ts.TypeFormatFlags.InTypeAlias |
    ts.TypeFormatFlags.MultilineObjectLiterals |
    ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType;
  const lines = checker.getExportsOfModule(module).map((symbol) => {
    const type = checker.getDeclaredTypeOfSymbol(
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    );
    return `export type ${symbol.name} = ${checker.typeToString(type, undefined, flags)};\n`;
  });
  return lines.sort().join('\n');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildClient(process.argv[2] ?? join(ROOT, 'dist/libs/client'));
}
