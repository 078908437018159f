import { execFileSync } from 'node:child_process'
import { Script } from 'node:vm'
import { ROWS } from '@ats/dashboard'
import { TradingClient, WalletClient } from '@ats/sdk'
import { engineDocument } from '@ats/trading-engine'
import { walletDocument } from '@ats/wallet'
import { createProgram } from '../../../packages/cli/src/program.js'
import { CLI_COMMANDS, SDK_CALLS } from '../../../packages/dashboard/web/src/screens/playground/client-calls.js'
import { codeFor, TOOLS, type Tool } from '../../../packages/dashboard/web/src/screens/playground/code-for.js'
import { operationsOf, type Operation } from '../../../packages/dashboard/web/src/screens/playground/operations.js'
import {
  bodyOf,
  exampleValues,
  keyOf,
  withPlaceholders,
  type Values,
} from '../../../packages/dashboard/web/src/screens/playground/request-form.js'

const OPERATIONS = [...operationsOf('engine', engineDocument()), ...operationsOf('wallet', walletDocument())]
const ID = '01a20917-f9a1-7f37-84f0-467c471c9698'
const URLS = { engine: 'https://trading.example', wallet: 'https://wallet.example' }

/** The example, with something in every other field. */
function filled(operation: Operation): Values {
  const others = operation.fields.map((field) => [keyOf(field), field.schema.enum?.[0]?.toString() ?? "it's $HOME"])
  return { ...(Object.fromEntries(others) as Values), ...exampleValues(operation, { accountId: ID }) }
}

const codeOf = (tool: Tool, operation: Operation, values: Values): string | null =>
  codeFor(tool, { operation, values, body: operation.hasBody ? bodyOf(operation, values) : null, urls: URLS })

/** Files and pictures, which pages link to. */
const IS_FILE = /\.(?:csv|pdf)$|\/picture$/

test('the playground sends what the gateway passes on to engine and wallet, streams and files excepted, and nothing else', () => {
  const rows = ROWS.filter(
    ({ service, isStream, path }) =>
      (service === 'engine' || service === 'wallet') && isStream !== true && !IS_FILE.test(path),
  )
  const template = (path: string): string => path.replace(/\{([a-z_]+)\}/gi, ':$1')
  expect(OPERATIONS.map(({ service, method, path }) => `${service} ${method} ${template(path)}`).sort()).toEqual(
    rows.map(({ service, method, path }) => `${service} ${method} ${path}`).sort(),
  )
})

test('exactly the responses with secrets are left to the pages that show them once', () => {
  expect(OPERATIONS.filter(({ answersSecret }) => answersSecret).map(({ id }) => id)).toEqual([
    ...['createApiKey', 'updateApiKey', 'rotateApiKey', 'rotateWebhookSecret', 'createHook', 'rotateHook'],
  ])
})

test('no code holds a secret, and each names where they are', () => {
  for (const operation of OPERATIONS) {
    for (const tool of TOOLS) {
      const code = codeOf(tool, operation, filled(operation))
      if (code === null || (tool === 'cli' && operation.service === 'wallet')) continue
      expect(code).toMatch(operation.service === 'engine' ? /ATS_KEY[^]*ATS_SECRET/ : /ATS_USER/)
    }
  }
})

/** The arguments that a program gets of a shell, for each of the commands. */
function argumentsOf(program: string, commands: readonly string[]): readonly (readonly string[])[] {
  const end = '-- the end of a command --'
  const script = commands.map((command) => `${command}\nprintf '%s\\0' '${end}'\n`).join('')
  const said = execFileSync('sh', ['-s'], {
    input: `${program}() { printf '%s\\0' "$@"; }\n${script}`,
    encoding: 'utf8',
    env: { ATS_KEY: 'k 1', ATS_SECRET: 's$2', ATS_USER: 'anna' },
  })
  const found = said.split(`${end}\0`).slice(0, -1)
  expect(found).toHaveLength(commands.length)
  return found.map((words) => words.split('\0'))
}

test('curl says in a shell what the page would send', () => {
  const commands = OPERATIONS.map((operation) => codeOf('curl', operation, filled(operation)) ?? '')
  const shell = argumentsOf('curl', commands)
  for (const [place, operation] of OPERATIONS.entries()) {
    const values = filled(operation)
    const words = shell[place] ?? []
    const url = words.find((word) => word.startsWith('https://')) ?? ''
    expect(url.startsWith(URLS[operation.service])).toBe(true)
    expect(url).not.toMatch(/[{}$]/)
    expect(words.includes('X-API-Secret: s$2')).toBe(operation.service === 'engine')
    if (operation.hasBody) expect(words[words.indexOf('-d') + 1]).toBe(bodyOf(operation, values))
    if (operation.method !== 'GET') expect(words[words.indexOf('-X') + 1]).toBe(operation.method)
  }
})

describe('the SDK', () => {
  const trading = new TradingClient({ url: URLS.engine, key: 'k', secret: 's' })
  const roots = {
    trading,
    account: trading.account(ID),
    wallet: new WalletClient({ url: URLS.wallet, userId: 'anna' }),
  }

  test.each(Object.keys(SDK_CALLS))('has the call of %s', (id) => {
    const operation = OPERATIONS.find((known) => known.id === id)
    const code = codeOf('sdk', operation!, filled(operation!)) ?? ''
    const [, path = ''] = /console\.log\(await ([\w.]+)\(/.exec(code) ?? []
    const call = path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], roots)
    expect(typeof call).toBe('function')
    const program = code.replace(/^import .*$/m, '')
    expect(() => new Script(`(async () => {${program}})`)).not.toThrow()
  })

  test('is told the example of an order', () => {
    const operation = OPERATIONS.find(({ id }) => id === 'placeOrder')!
    expect(codeOf('sdk', operation, exampleValues(operation, { accountId: ID }))).toContain(
      `trading.orders.place({ account_id: '${ID}', symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '0.01' })`,
    )
  })
})

type Command = ReturnType<typeof createProgram>

describe('the command line', () => {
  const program = createProgram(() => undefined, { write: () => undefined, note: () => undefined })

  /** Parses what follows `ats`, as it would, without doing it. */
  function parse(words: readonly string[]): void {
    let command: Command = program
    let rest = [...words]
    for (;;) {
      const [name] = rest
      const next = command.commands.find((known) => known.name() === name)
      if (next === undefined) break
      command = next
      rest = rest.slice(1)
    }
    expect(command.commands).toEqual([])
    const { operands, unknown } = command.parseOptions(rest)
    expect(unknown).toEqual([])
    const required = command.registeredArguments.filter((argument) => argument.required).length
    expect(operands.length).toBeGreaterThanOrEqual(required)
    const mostIsOpen = command.registeredArguments.some((argument) => argument.variadic)
    if (!mostIsOpen) expect(operands.length).toBeLessThanOrEqual(command.registeredArguments.length)
  }

  const ids = Object.keys(CLI_COMMANDS)
  const commandsOf = (id: string) => {
    const operation = OPERATIONS.find((known) => known.id === id)!
    const example = withPlaceholders(operation, exampleValues(operation, { accountId: ID }))
    return [example, plausible(operation)].map((values) => codeOf('cli', operation, values) ?? '')
  }
  let shell: readonly (readonly string[])[]
  beforeAll(() => {
    shell = argumentsOf('npx', ids.flatMap(commandsOf))
  })

  test.each(ids.map((id, place) => [id, place] as const))('has the command of %s', (id, place) => {
    expect(commandsOf(id)).not.toContain('')
    for (const words of shell.slice(2 * place, 2 * place + 2)) parse(words.slice(1, -1))
  })
})

/** Values that a command line reads, in every field that is not chosen. */
function plausible(operation: Operation): Values {
  const others = operation.fields
    .filter(({ schema }) => schema.type !== 'object' && schema.type !== 'array')
    .map((field) => [
      keyOf(field),
      /id$/i.test(field.name)
        ? ID
        : (field.schema.enum?.[0]?.toString() ?? (field.schema.type === 'boolean' ? 'true' : '60000')),
    ])
  return Object.fromEntries(others) as Values
}
