import js from '@eslint/js'
import redos from 'eslint-plugin-redos'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '.data/**', 'coverage/**', '**/*.js', '**/*.mjs', '**/*.cjs'] },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./{packages,services}/*/tsconfig.json', './{bench,faults}/tsconfig.json', './tsconfig.test.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read the environment in config.ts only.' },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: [
      '**/config.ts',
      '**/*.test.ts',
      '**/test/**',
      'packages/local-stack/**',
      'packages/test-kit/**',
      'bench/**',
      'faults/**',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/test/**', 'packages/test-kit/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // Whatever callers, operators and files send meets these patterns: none may take more than linear time.
    files: ['{packages,services}/*/src/**/*.ts'],
    ignores: ['**/*.test.ts', 'packages/test-kit/**'],
    plugins: { redos },
    rules: { 'redos/no-vulnerable': ['error', { cache: true }] },
  },
)
