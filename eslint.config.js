import tseslint from 'typescript-eslint';

const TESTS = [
  '**/*.test.ts',
  '**/*.suite.ts',
  '**/*.fixture.ts',
  '**/*fixture*.ts',
  '**/test/**',
  'e2e/**',
  '**/fakes.ts',
  '**/testing/**',
];

const noProcessEnv = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Only libs/config reads the environment.',
};
const noDefaultExport = { selector: 'ExportDefaultDeclaration', message: 'Named exports only.' };

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.nx/**',
      '.data/**',
      '**/*.mjs',
      '**/*.cjs',
      '**/*.js',
      'tools/checks/fixtures/**',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', noProcessEnv, noDefaultExport],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 50, skipComments: true, skipBlankLines: true }],
      'max-params': ['error', 3],
      complexity: ['error', 10],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['libs/config/**', 'tools/**', 'e2e/**', 'bench/**', 'libs/testing/**', ...TESTS],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  { files: ['vitest.projects.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: TESTS,
    rules: {
      'max-lines': 'off',
      'max-params': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
