import js from '@eslint/js'
import redos from 'eslint-plugin-redos'
import tseslint from 'typescript-eslint'

const AWAITED = 'BlockStatement > ExpressionStatement > AwaitExpression'
const OUTSIDE_LOOPS = [':function', 'TryStatement', 'IfStatement'].map((parent) => `${parent} > ${AWAITED}`)
const BARE_SLEEP = OUTSIDE_LOOPS.flatMap((place) => [
  `${place} > CallExpression[callee.name=/^(sleep|delay|pause)$/]`,
  `${place} > NewExpression[callee.name="Promise"] > ArrowFunctionExpression CallExpression[callee.name="setTimeout"]`,
])
const WALL_TIME =
  'CallExpression[callee.property.name=/^toBeLess/][callee.object.callee.name="expect"] > MemberExpression BinaryExpression > CallExpression[callee.property.name="now"]'

// Each of them sleeps for something that does not happen, or measures: no more may come.
const MAY_SLEEP = [
  'faults/test/gate-faults.test.ts',
  'faults/test/revocation-history.test.ts',
  'packages/key-cache/test/key-cache.test.ts',
  'packages/service-kit/src/http/app.test.ts',
  'packages/service-kit/src/lifecycle.test.ts',
  'packages/service-kit/test/database.test.ts',
  'packages/service-kit/test/redis.test.ts',
  'packages/test-kit/test/fault-proxy.test.ts',
  'services/trading-engine/src/webhooks/relay.test.ts',
  'services/trading-engine/test/hostile-input.test.ts',
  'services/trading-engine/test/market-loop.test.ts',
  'services/trading-engine/test/replicas.test.ts',
  'services/trading-engine/test/webhooks.test.ts',
  'services/trading-engine/test/workers.test.ts',
]

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
  {
    files: ['**/*.test.ts'],
    ignores: MAY_SLEEP,
    rules: {
      'no-restricted-syntax': [
        'error',
        ...BARE_SLEEP.map((selector) => ({
          selector,
          message: 'Wait for a condition (pollUntil), or inject a clock: a sleep is too short on a busy machine.',
        })),
        { selector: WALL_TIME, message: 'A busy machine is slow: hold the test to what happened, not to when.' },
      ],
    },
  },
)
