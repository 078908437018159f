import { jsText, shellWord } from '../../ui/code-text.js'
import type { Operation } from './operations.js'
import { jsonTokens } from './pretty-json.js'
import { CLI_COMMANDS, SDK_CALLS, type CallTerms } from './client-calls.js'
import { bodyOf, isJson, keyOf, targetOf, type Values } from './request-form.js'

export const TOOLS = ['curl', 'sdk', 'cli'] as const
export type Tool = (typeof TOOLS)[number]

export interface CodeTerms {
  readonly operation: Operation
  readonly values: Values
  /** The body as it is sent; null when there is none. */
  readonly body: string | null
  readonly urls: Readonly<Record<Operation['service'], string>>
}

/** The same request with another tool; null where that has no way to make it. */
export const codeFor = (tool: Tool, terms: CodeTerms): string | null => CODE[tool](terms)

const CODE: Readonly<Record<Tool, (terms: CodeTerms) => string | null>> = { curl, sdk, cli }

function curl({ operation, values, body, urls }: CodeTerms): string {
  const { service, method } = operation
  const url = shellWord(urls[service] + targetOf(operation, values))
  // The wallet trusts what stands before it to say who the user is.
  const headers =
    service === 'engine' ? ['"X-API-Key: $ATS_KEY"', '"X-API-Secret: $ATS_SECRET"'] : ['"X-User-Id: $ATS_USER"']
  return [
    method === 'GET' ? `curl ${url}` : `curl -X ${method} ${url}`,
    ...headers.map((header) => `  -H ${header}`),
    ...(body === null ? [] : ['  -H "Content-Type: application/json"', `  -d ${shellWord(body)}`]),
  ].join(' \\\n')
}

function sdk({ operation, values, body, urls }: CodeTerms): string | null {
  const call = SDK_CALLS[operation.id]
  if (call === undefined) return null
  const terms = callTerms(operation, values, body)
  const line = call(terms)
  const account = line.startsWith('account.') ? [`const account = trading.account(${terms.text('account_id')})`] : []
  const client =
    operation.service === 'engine'
      ? [
          "import { TradingClient } from '@ats/sdk'",
          '',
          'const trading = new TradingClient({',
          `  url: ${jsText(urls.engine)},`,
          '  key: process.env.ATS_KEY,',
          '  secret: process.env.ATS_SECRET,',
          '})',
        ]
      : [
          "import { WalletClient } from '@ats/sdk'",
          '',
          `const wallet = new WalletClient({ url: ${jsText(urls.wallet)}, userId: process.env.ATS_USER })`,
        ]
  return [...client, ...account, '', `console.log(await ${line})`].join('\n')
}

function cli({ operation, values, body, urls }: CodeTerms): string | null {
  const command = CLI_COMMANDS[operation.id]?.(callTerms(operation, values, body)) ?? null
  if (command === null) return null
  const account = values['path.account_id'] ?? values['body.account_id'] ?? ''
  const environment =
    operation.service === 'engine'
      ? [
          `export ATS_URL=${shellWord(urls.engine)}`,
          'export ATS_API_KEY="$ATS_KEY" ATS_API_SECRET="$ATS_SECRET"',
          ...(account.trim() === '' ? [] : [`export ATS_ACCOUNT=${shellWord(account.trim())}`]),
        ]
      : [`export ATS_WALLET_URL=${shellWord(urls.wallet)}`]
  return [...environment, `npx ats ${command}`].join('\n')
}

function callTerms(operation: Operation, values: Values, body: string | null): CallTerms {
  const valueOf = (name: string): string =>
    (['path', 'query', 'body'] as const)
      .map((place) => values[keyOf({ place, name })] ?? '')
      .find((value) => value.trim() !== '') ?? ''
  const fieldsOf = (names: readonly string[]): string =>
    bodyOf(
      {
        fields: operation.fields
          .filter(({ place, name }) => place === 'query' && names.includes(name))
          .map((field) => ({ ...field, place: 'body' as const })),
      },
      Object.fromEntries(names.map((name) => [keyOf({ place: 'body', name }), valueOf(name)])),
    )
  return {
    value: (name) => valueOf(name).trim(),
    text: (name) => jsText(valueOf(name).trim()),
    word: (name) => shellWord(valueOf(name).trim()),
    query: (...left) => {
      const names = operation.fields
        .filter(({ place, name }) => place === 'query' && name !== 'decimals' && !left.includes(name))
        .map(({ name }) => name)
      const given = fieldsOf(names)
      return given === '{}' ? '' : asJs(given)
    },
    body: body === null || !isJson(body) ? '{}' : asJs(body),
  }
}

/** JSON as a program writes it: names without quotes, and texts in single ones. */
function asJs(json: string): string {
  const tokens = jsonTokens(json)
  return tokens
    .map((token, place) => {
      if (token === ',') return ', '
      if (token === ':') return ': '
      if (token === '{' && tokens[place + 1] !== '}') return '{ '
      if (token === '}' && tokens[place - 1] !== '{') return ' }'
      if (!token.startsWith('"')) return token
      const text = JSON.parse(token) as string
      if (tokens[place + 1] === ':' && /^[a-z_$][\w$]*$/i.test(text)) return text
      return /\p{Cc}|[\u2028\u2029]/u.test(text) ? token : jsText(text)
    })
    .join('')
}
