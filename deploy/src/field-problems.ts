import { join } from 'node:path';
import ts from 'typescript';
import { asTypedSource } from './manifest-models.ts';
import type { Manifest } from './cluster.ts';

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
};

/** Fields that the types of the documents lack, in the words of the compiler. */
export function fieldProblems(manifests: readonly Manifest[]): string[] {
  const file = join(process.cwd(), 'deploy', 'rendered.ts');
  const text = asTypedSource(manifests);
  const host = ts.createCompilerHost(OPTIONS);
  const read = host.getSourceFile.bind(host);
  const exists = host.fileExists.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, rest[0]) : read(name, ...rest);
  host.fileExists = (name) => name === file || exists(name);
  const program = ts.createProgram([file], OPTIONS, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
