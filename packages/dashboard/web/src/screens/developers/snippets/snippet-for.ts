import { jsText, shellWord } from '../../../ui/code-text.js'

/** The ways into the service that there is a snippet for. */
export const TOOLS = ['curl', 'sdk', 'cli', 'ccxt'] as const
export type Tool = (typeof TOOLS)[number]

export interface SnippetTerms {
  readonly engineUrl: string
  /** Null: the reader's environment has them as KEY and SECRET. */
  readonly credentials: { readonly key: string; readonly secret: string } | null
  /** Null: the reader's environment has it as ACCOUNT. */
  readonly accountId: string | null
  /** A key that may trade is shown with an order, one that may not with a read. */
  readonly mayTrade: boolean
}

export const snippetFor = (tool: Tool, terms: SnippetTerms): string => SNIPPETS[tool](terms)

const ORDER = "{ symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET', quantity: '0.01' }"

const SNIPPETS: Readonly<Record<Tool, (terms: SnippetTerms) => string>> = { curl, sdk, cli, ccxt }

function curl({ engineUrl, credentials, accountId, mayTrade }: SnippetTerms): string {
  const headers = [
    `  -H "X-API-Key: ${credentials?.key ?? '$KEY'}"`,
    `  -H "X-API-Secret: ${credentials?.secret ?? '$SECRET'}"`,
  ]
  if (!mayTrade) return [`curl ${shellWord(`${engineUrl}/v1/accounts`)}`, ...headers].join(' \\\n')
  const order = `\\"symbol\\":\\"BTC-USD\\",\\"side\\":\\"BUY\\",\\"kind\\":\\"MARKET\\",\\"quantity\\":\\"0.01\\"`
  return [
    `curl -X POST ${shellWord(`${engineUrl}/v1/order`)}`,
    ...headers,
    `  -H "Content-Type: application/json"`,
    `  -d "{\\"account_id\\":\\"${accountId ?? '$ACCOUNT'}\\",${order}}"`,
  ].join(' \\\n')
}

function sdk(terms: SnippetTerms): string {
  return [
    "import { TradingClient } from '@ats/sdk'",
    '',
    'const trading = new TradingClient({',
    `  url: ${jsText(terms.engineUrl)},`,
    `  key: ${valueOf(terms, 'key')},`,
    `  secret: ${valueOf(terms, 'secret')},`,
    '})',
    `const account = trading.account(${accountOf(terms)})`,
    '',
    ...(terms.mayTrade
      ? [
          `const result = await account.place(${ORDER})`,
          'console.log(result.placed ? result.order : result.violations)',
        ]
      : ['console.log(await account.risk())']),
  ].join('\n')
}

function cli({ engineUrl, credentials, accountId, mayTrade }: SnippetTerms): string {
  return [
    `export ATS_URL=${shellWord(engineUrl)}`,
    `export ATS_API_KEY=${credentials?.key ?? '"$KEY"'}`,
    `export ATS_API_SECRET=${credentials?.secret ?? '"$SECRET"'}`,
    `export ATS_ACCOUNT=${accountId ?? '"$ACCOUNT"'}`,
    mayTrade ? 'npx ats order place buy 0.01 BTC-USD' : 'npx ats risk',
  ].join('\n')
}

function ccxt(terms: SnippetTerms): string {
  return [
    "import { AtsExchange } from '@ats/ccxt'",
    '',
    'const exchange = new AtsExchange({',
    `  urls: { api: ${jsText(terms.engineUrl)} },`,
    `  apiKey: ${valueOf(terms, 'key')},`,
    `  secret: ${valueOf(terms, 'secret')},`,
    `  accountId: ${accountOf(terms)},`,
    '})',
    '',
    terms.mayTrade
      ? "console.log(await exchange.createOrder('BTC/USD:USD', 'market', 'buy', 0.01))"
      : 'console.log(await exchange.fetchBalance())',
  ].join('\n')
}

const valueOf = ({ credentials }: SnippetTerms, name: 'key' | 'secret'): string =>
  credentials === null ? `process.env.${name.toUpperCase()}` : jsText(credentials[name])

const accountOf = ({ accountId }: SnippetTerms): string =>
  accountId === null ? 'process.env.ACCOUNT' : jsText(accountId)
