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
      complexity: ['error', 12],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Dependencies are handed over as plain objects whose members are typed as methods.
      '@typescript-eslint/unbound-method': 'off',
      // Structural typing is what fakes and Express requests rely on.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  // The dashboard runs in browsers and has types of its own.
  {
    files: ['apps/dashboard/src/**'],
    languageOptions: { parserOptions: { project: './apps/dashboard/tsconfig.json' } },
  },
  {
    files: ['libs/config/**', 'tools/**', 'e2e/**', 'bench/**', 'libs/testing/**', ...TESTS],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  // Express tells an error handler by its four parameters; the sandbox's XML reader is the pinned one.
  {
    files: ['tools/sandbox/**'],
    rules: { 'max-params': ['error', 4], '@typescript-eslint/no-deprecated': 'off' },
  },
  // `verifyWebhook(rawBody, header, key, tolerance)` is the signature that customers were promised; examples read the environment as customers do.
  { files: ['libs/client/src/verify-webhook.ts'], rules: { 'max-params': ['error', 4] } },
  { files: ['libs/client/examples/**'], rules: { 'no-restricted-syntax': ['error', noDefaultExport] } },
  { files: ['vitest.projects.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: TESTS,
    rules: {
      'max-lines': 'off',
      'max-params': 'off',
      'max-lines-per-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      // Tests read answers as they come and pick out what they assert.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/no-deprecated': 'off',
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
      complexity: 'off',
    },
  },
);
