import { existsSync } from 'node:fs'
import { join } from 'node:path'
import js from '@eslint/js'
import { builtinRules } from 'eslint/use-at-your-own-risk'
import redos from 'eslint-plugin-redos'
import tseslint from 'typescript-eslint'
import comments from './eslint/comments.mjs'

const AWAITED = 'BlockStatement > ExpressionStatement > AwaitExpression'
const OUTSIDE_LOOPS = [':function', 'TryStatement', 'IfStatement'].map((parent) => `${parent} > ${AWAITED}`)
const BARE_SLEEP = OUTSIDE_LOOPS.flatMap((place) => [
  `${place} > CallExpression[callee.name=/^(sleep|delay|pause)$/]`,
  `${place} > NewExpression[callee.name="Promise"] > ArrowFunctionExpression CallExpression[callee.name="setTimeout"]`,
])
const WALL_TIME =
  'CallExpression[callee.property.name=/^toBeLess/][callee.object.callee.name="expect"] > MemberExpression BinaryExpression > CallExpression[callee.property.name="now"]'

// Each of them sleeps for something that does not happen, or measures. No more may come: one that goes lowers the count.
const MAY_SLEEP_COUNT = 13
const MAY_SLEEP = [
  'faults/test/authentication-faults.slow.test.ts',
  'faults/test/revocation-history.slow.test.ts',
  'packages/key-cache/test/key-cache.integration.test.ts',
  'packages/service-kit/src/http/app.integration.test.ts',
  'packages/service-kit/src/process/lifecycle.test.ts',
  'packages/service-kit/test/database.integration.test.ts',
  'packages/service-kit/test/redis.integration.test.ts',
  'packages/test-kit/test/fault-proxy.integration.test.ts',
  'services/trading-engine/src/webhooks/relay.test.ts',
  'services/trading-engine/test/market/market-loop.integration.test.ts',
  'services/trading-engine/test/processes/replicas.integration.test.ts',
  'services/trading-engine/test/webhooks/webhooks.integration.test.ts',
  'services/trading-engine/test/processes/workers.slow.test.ts',
]

if (MAY_SLEEP.length !== MAY_SLEEP_COUNT)
  throw new Error(`MAY_SLEEP only shrinks: it has ${MAY_SLEEP.length} files and its count says ${MAY_SLEEP_COUNT}`)
for (const file of MAY_SLEEP)
  if (!existsSync(join(import.meta.dirname, file))) throw new Error(`MAY_SLEEP names ${file}, which is not there`)

const NO_MODULE_STATE = {
  selector:
    'Program > VariableDeclaration[kind="let"], Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
  message: 'Modules keep no state: make it in a function, where it belongs to who calls.',
}
const TYPED_BY_SCHEMA = 'The params and schemas of the route give its handler their types: '
const UNTYPED_INPUT = [
  {
    selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
    message: `${TYPED_BY_SCHEMA}declare them (closedObject<T>, objectSchema<T>) in place of a cast.`,
  },
  {
    selector:
      'LogicalExpression[operator="??"][right.value=""] MemberExpression:matches([object.name="params"], [object.property.name="params"]), Property[key.name="params"] AssignmentPattern[right.value=""]',
    message: `${TYPED_BY_SCHEMA}a parameter that the row names is there.`,
  },
]

/** The other way round for the files of MAY_SLEEP: one that needs no exception any more has to go from the list. */
const stillSleeps = {
  create(context) {
    let sleeps = 0
    const count = () => (sleeps += 1)
    return {
      ...Object.fromEntries([...BARE_SLEEP, WALL_TIME].map((selector) => [selector, count])),
      'Program:exit'(node) {
        if (sleeps === 0) context.report({ node, message: 'Neither sleeps nor measures: take it off MAY_SLEEP.' })
      },
    }
  },
}

// Route tables and composition. No more may come: a split one goes, and lowers the count.
const MAY_BE_LONG_COUNT = 5
const MAY_BE_LONG = [
  'services/trading-engine/src/compose/compose.ts',
  'services/trading-engine/src/http/routes/account-reads.ts',
  'services/trading-engine/src/http/routes/market.ts',
  'services/trading-engine/src/http/routes/orders.ts',
  'services/wallet/src/compose.ts',
]
const LINES_MAX = { max: 100, skipBlankLines: true, skipComments: true }

if (MAY_BE_LONG.length !== MAY_BE_LONG_COUNT)
  throw new Error(`MAY_BE_LONG only shrinks: it has ${MAY_BE_LONG.length} files, its count says ${MAY_BE_LONG_COUNT}`)
for (const file of MAY_BE_LONG)
  if (!existsSync(join(import.meta.dirname, file))) throw new Error(`MAY_BE_LONG names ${file}, which is not there`)

/** A file of MAY_BE_LONG with no function over the limit has to go from the list. */
const stillLong = {
  create(context) {
    let long = 0
    const counting = Object.create(context, { options: { value: [LINES_MAX] }, report: { value: () => (long += 1) } })
    const visitors = builtinRules.get('max-lines-per-function').create(counting)
    return {
      ...visitors,
      'Program:exit'(node) {
        if (long === 0) context.report({ node, message: 'No function is too long: take the file off MAY_BE_LONG.' })
      },
    }
  },
}

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/dist-web/**',
      '**/dist-docs/**',
      '**/generated/**',
      'release/out/**',
      '**/node_modules/**',
      '.data/**',
      'coverage/**',
      '**/*.js',
      '**/*.mjs',
      '**/*.cjs',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./eslint/tsconfig.json', './packages/dashboard/web/tsconfig.json'],
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
      'packages/test-chain/**',
      'bench/**',
      'faults/**',
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    files: ['**/*.test.ts', '**/test/**', 'packages/test-{kit,chain}/**'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['{packages,services}/*/src/**/*.ts'],
    ignores: ['packages/service-kit/src/process/heap-cache.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'lru-cache', message: 'Give the cache a share of the heap: createHeapCache of service-kit.' },
      ],
    },
  },
  {
    // Fields that a library names with an underscore are its own; what needs them is in the kit's `unsafe`.
    files: ['{packages,services}/*/src/**/*.ts'],
    ignores: ['**/*.test.ts', 'packages/service-kit/src/unsafe/**', 'packages/test-kit/src/jest/**'],
    rules: { 'no-underscore-dangle': ['error', { allow: ['__dirname', '__filename'] }] },
  },
  {
    // Whatever callers, operators and files send meets these patterns: none may take more than linear time.
    files: ['{packages,services}/*/src/**/*.ts', 'packages/dashboard/web/src/**'],
    ignores: ['**/*.test.ts', 'packages/test-{kit,chain}/**'],
    plugins: { redos },
    rules: { 'redos/no-vulnerable': ['error', { cache: true }] },
  },
  {
    // npm test loads them once for many test files (one-realm-runtime.ts). What is excepted: a program, and the last answer of a pure function.
    files: ['{packages,services}/*/src/**/*.ts', 'packages/dashboard/web/src/**'],
    ignores: [
      '**/*.test.ts',
      'packages/local-stack/src/processes/guardian-process.ts',
      'services/trading-engine/src/core/values/time.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', NO_MODULE_STATE],
    },
  },
  {
    files: ['{packages,services}/*/src/http/**/*.ts'],
    ignores: ['**/*.test.ts', 'packages/test-kit/**'],
    rules: { 'no-restricted-syntax': ['error', NO_MODULE_STATE, ...UNTYPED_INPUT] },
  },
  {
    files: ['{packages,services}/*/src/**/*.ts', 'packages/dashboard/web/src/**'],
    ignores: ['**/*.test.ts', ...MAY_BE_LONG],
    rules: { 'max-lines-per-function': ['error', LINES_MAX] },
  },
  {
    files: MAY_BE_LONG,
    plugins: { length: { rules: { 'still-long': stillLong } } },
    rules: { 'length/still-long': 'error' },
  },
  {
    // ccxt's users await each of these methods, and the class for Python is made of them.
    files: ['packages/ccxt/src/**'],
    rules: { '@typescript-eslint/require-await': 'off' },
  },
  {
    // Handlers of React take functions that return promises; whatever fails in one is a mutation's.
    files: ['packages/dashboard/web/src/**/*.tsx'],
    rules: {
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      'max-lines-per-function': ['error', LINES_MAX],
    },
  },
  {
    plugins: { comments },
    rules: { 'comments/style': 'error' },
  },
  {
    // Names that say nothing of what they hold.
    files: ['{packages,services}/*/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'id-denylist': ['error', 'each', 'how', 'lane', 'was', 'what', 'who'] },
  },
  {
    files: MAY_SLEEP,
    plugins: { tests: { rules: { 'still-sleeps': stillSleeps } } },
    rules: { 'tests/still-sleeps': 'error' },
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
