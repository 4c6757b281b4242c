// Builds the package that customers install: one ES module, the same as CommonJS, and declarations of both that need nothing else.
// usage: [REPOSITORY_URL=git+https://…] node libs/client/build.mjs [directory]
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import { format } from 'oxfmt';
import ts from 'typescript';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../..');
const CONTRACT_TYPES = join(HERE, 'src/contract-types.ts');
/** Refers to the contracts, too; what it exports is among the types that are written out. */
const ACTION_TYPES = join(HERE, 'src/action-types.ts');

export async function buildClient(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const code = await bundle();
  writeFileSync(join(target, 'index.js'), code);
  writeFileSync(join(target, 'index.cjs'), asCommonJs(code));
  await writeDeclarations(target);
  for (const file of ['README.md', 'CHANGELOG.md']) cpSync(join(HERE, file), join(target, file));
  cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** Without comments: they are in the declarations. */
async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, 'src/index.ts')],
    write: false,
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleDetection: ts.ModuleDetectionKind.Legacy,
    removeComments: true,
  };
  const { outputText } = ts.transpileModule(outputFiles[0].text, { compilerOptions });
  const { code } = await transform(outputText, { target: 'es2022', minifySyntax: true });
  // No text of the client goes over several lines, so that every space at the beginning of one is indentation.
  return code.replaceAll(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
}

/** The module has named exports alone, in one statement at its end. */
function asCommonJs(code) {
  const [statement, names] = /^export \{([\w\s,]+)\};\s*$/m.exec(code) ?? [];
  if (statement === undefined) throw new Error('The client does not end with its exports.');
  return `"use strict";\n${code.replace(statement, `module.exports = {${names}};\n`)}`;
}

/** The package.json that customers get. */
export function manifest() {
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
    exports: {
      '.': {
        import: { types: './index.d.ts', default: './index.js' },
        require: { types: './index.d.cts', default: './index.cjs' },
      },
    },
    main: './index.cjs',
    module: './index.js',
    types: './index.d.ts',
    files: ['index.js', 'index.cjs', '*.d.ts', '*.d.cts', 'README.md', 'CHANGELOG.md', 'LICENSE'],
    ...repository(),
  };
}

/** Only who publishes the package knows where its sources are. */
function repository() {
  const url = process.env.REPOSITORY_URL;
  return url === undefined ? {} : { repository: { type: 'git', url, directory: 'libs/client' } };
}

/** Every declaration twice, because each kind of module refers to its own. */
function writeDeclaration(file, text) {
  const referring = (extension) => text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, `$1.${extension}'`);
  writeFileSync(file, referring('js'));
  writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), referring('cjs'));
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
    if ([CONTRACT_TYPES, ACTION_TYPES].includes(file.fileName)) continue;
    program.emit(file, writeDeclaration, undefined, true);
  }
  const file = 'contract-types.d.ts';
  const { code, errors } = await format(file, contractTypes(program), { singleQuote: true, printWidth: 110 });
  if (errors.length > 0) throw new Error(`${file}: ${JSON.stringify(errors)}`);
  writeDeclaration(join(target, file), code);
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
  const exported = checker.getExportsOfModule(module);
  const names = new Set(exported.map(({ name }) => name));
  const lines = exported.map((symbol) => {
    const asWritten = symbol.declarations?.find((one) => refersToOnly(one, names));
    if (asWritten) return `${asWritten.getText()}\n`;
    const type = checker.getDeclaredTypeOfSymbol(
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    );
    return `export type ${symbol.name} = ${checker.typeToString(type, undefined, flags)};\n`;
  });
  return lines.sort().join('\n');
}

const BUILT_IN = ['Omit', 'Pick', 'Partial', 'Record'];

/** Whether a declaration can stay as it is written, because all that it refers to is declared beside it. */
function refersToOnly(declaration, names) {
  if (!ts.isTypeAliasDeclaration(declaration)) return false;
  const own = new Set([...names, ...BUILT_IN]);
  let isComplete = true;
  const visit = (node) => {
    if (ts.isTypeParameterDeclaration(node)) own.add(node.name.text);
    if (ts.isTypeReferenceNode(node)) isComplete &&= own.has(node.typeName.getText());
    if (ts.isTypeQueryNode(node)) isComplete = false;
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return isComplete;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildClient(process.argv[2] ?? join(ROOT, 'dist/libs/client'));
}
