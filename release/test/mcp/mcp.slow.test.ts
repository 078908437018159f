/** The MCP server against the real engine, asked by the protocol's own client. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { TradingLimits } from '../../../packages/mcp/src/config.js'
import { serveHttp } from '../../../packages/mcp/src/serve-http.js'
import { createServers } from '../../../packages/mcp/src/server.js'
import {
  startEngine,
  type TestEngine,
  type Trader,
} from '../../../services/trading-engine/test/support/engine/engine.js'

const MAIN = join(__dirname, '../../../packages/mcp/dist/main.js')
const LIMITS: TradingLimits = { perOrder: '5000', perDay: '8000' }
const MARKET = { symbol: 'BTC-USD', side: 'BUY', kind: 'MARKET' } as const

let engine: TestEngine
let trader: Trader
beforeAll(async () => {
  engine = await startEngine()
  await engine.moveMarket('BTC-USD', 100_000)
})
beforeEach(async () => void (trader = await engine.trader()))
afterAll(() => engine.close())

interface Options {
  readonly trading?: TradingLimits | null
  readonly now?: () => Date
  readonly accounts?: readonly string[]
}
const settingsOf = ({ trading = null, accounts }: Options = {}) => ({
  url: engine.baseUrl,
  key: trader.key.key,
  secret: trader.key.secret,
  accounts: accounts ?? null,
  trading,
  http: null,
})

async function connect(options: Options = {}): Promise<Client> {
  const server = createServers(settingsOf(options), options.now)()
  const client = new Client({ name: 'test', version: '1' })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(theirs), client.connect(ours)])
  return client
}

interface Called {
  readonly text: string
  readonly isError: boolean
}
async function call(client: Client, name: string, input: object = {}): Promise<Called> {
  const result = (await client.callTool({ name, arguments: { ...input } })) as CallToolResult
  const [content] = result.content
  return { text: content?.type === 'text' ? content.text : '', isError: result.isError === true }
}
async function read<T>(client: Client, name: string, input: object = {}): Promise<T> {
  const { text, isError } = await call(client, name, input)
  if (isError) throw new Error(text)
  return JSON.parse(text) as T
}
const toolsOf = async (client: Client) => (await client.listTools()).tools
const preview = (client: Client, order: object) => read<{ preview_id: string }>(client, 'preview_order', order)
const positions = async () =>
  (await trader.api.get<{ quantity: number }[]>(`/v1/account/${trader.accountId}/positions`)).body

test('without leave to trade every tool only reads, and each of them answers', async () => {
  const client = await connect()
  const tools = await toolsOf(client)
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
  expect(client.getInstructions()).toContain('Nothing here trades')
  const inputs: Readonly<Record<string, object>> = {
    search_symbol: { name: 'gold' },
    get_prices: { symbols: ['btc', 'ETH-USD'].slice(1) },
    get_orderbook: { symbol: 'BTC-USD' },
    get_candles: { symbol: 'BTC-USD', count: 3 },
    get_market_metrics: { symbol: 'BTC-USD' },
  }
  for (const { name } of tools) expect([name, (await call(client, name, inputs[name])).isError]).toEqual([name, false])
  expect(await call(client, 'place_order', { preview_id: 'x' })).toMatchObject({ isError: true })
})

test('decimals come as text, and what is wrong is told in words', async () => {
  const client = await connect()
  const [price] = await read<{ mark_price: unknown }[]>(client, 'get_prices', { symbols: ['BTC-USD'] })
  expect(price?.mark_price).toEqual(expect.stringMatching(/^\d+(\.\d+)?$/))
  const unknown = await call(client, 'get_orderbook', { symbol: 'NO-SUCH' })
  expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining('NO-SUCH') as string })
  const foreign = await engine.trader()
  const other = await call(client, 'get_account', { account_id: foreign.accountId })
  expect(other).toMatchObject({ isError: true, text: expect.stringContaining('list_accounts') as string })
  expect(await call(client, 'get_candles', { symbol: 'BTC-USD', count: 501 })).toMatchObject({ isError: true })
})

test('an order is previewed, then placed once, however often it is asked for', async () => {
  const client = await connect({ trading: LIMITS })
  const { preview_id } = await preview(client, { ...MARKET, quantity: '0.02' })
  expect(await positions()).toEqual([])
  const placed = await Promise.all(
    [1, 2, 3].map(() => read<{ order: { id: string } }>(client, 'place_order', { preview_id })),
  )
  expect(new Set(placed.map(({ order }) => order.id)).size).toBe(1)
  expect(await positions()).toMatchObject([{ quantity: 0.02 }])
  const closed = await read<{ position: null }>(client, 'close_position', { symbol: 'BTC-USD' })
  expect(closed.position).toBeNull()
})

test('one order has a limit, and so has the day, over restarts of the server and for two at the same time', async () => {
  const at = new Date() // the same day to the end
  const ofThatDay = () => connect({ trading: LIMITS, now: () => at })
  const first = await ofThatDay()
  const large = await call(first, 'preview_order', { ...MARKET, quantity: '0.051' })
  expect(large).toMatchObject({ isError: true, text: expect.stringContaining('--max-order') as string })
  const [one, other] = [
    await preview(first, { ...MARKET, quantity: '0.045' }),
    await preview(first, { ...MARKET, quantity: '0.045' }),
  ]
  const both = await Promise.all([one, other].map(({ preview_id }) => call(first, 'place_order', { preview_id })))
  const refused = both.filter(({ isError }) => isError)
  expect(refused.map(({ text }) => text)).toEqual([expect.stringContaining('--max-day')])
  const second = await ofThatDay()
  const more = await call(second, 'preview_order', { ...MARKET, quantity: '0.045' })
  expect(more).toMatchObject({ isError: true, text: expect.stringContaining('--max-day') as string })
  const resting = { ...MARKET, kind: 'LIMIT', quantity: '0.034', price: '90000' }
  await read(second, 'place_order', { preview_id: (await preview(second, resting)).preview_id })
  expect(await call(second, 'preview_order', { ...resting, quantity: '0.01' })).toMatchObject({ isError: true })
  const closing = { ...MARKET, side: 'SELL', quantity: '0.045', reduce_only: true }
  await read(second, 'place_order', { preview_id: (await preview(second, closing)).preview_id })
  expect(await positions()).toEqual([])
  const cancelled = await read<{ cancelled: unknown[] }>(second, 'cancel_all_orders')
  expect(JSON.stringify(cancelled)).toContain('CANCELLED')
})

test('a preview is good for two minutes, and no other id is', async () => {
  let nowMs = Date.now()
  const client = await connect({ trading: LIMITS, now: () => new Date(nowMs) })
  const { preview_id } = await preview(client, { ...MARKET, quantity: '0.01' })
  nowMs += 120_000
  expect((await call(client, 'place_order', { preview_id })).text).toContain('older than 2 minutes')
  expect((await call(client, 'place_order', { preview_id: 'none' })).text).toContain('preview the order first')
  expect(await positions()).toEqual([])
})

test('a refusal by rules names them, and a field that is unknown is refused', async () => {
  const client = await connect({ trading: { perOrder: '1000000000', perDay: '1000000000' } })
  const refused = await call(client, 'preview_order', { ...MARKET, quantity: '900' })
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('insufficient_margin') as string })
  const odd = await call(client, 'preview_order', { ...MARKET, quantity: '0.01', reduceOnly: true })
  expect(odd).toMatchObject({ isError: true, text: expect.stringContaining('reduceOnly') as string })
  expect(await call(client, 'preview_order', { ...MARKET, quantity: 0.01 })).toMatchObject({ isError: true })
})

test('stops and targets are set by tools, and a server may be for one account alone', async () => {
  const client = await connect({ trading: LIMITS, accounts: [trader.accountId] })
  const { preview_id } = await preview(client, { ...MARKET, quantity: '0.01' })
  const { order } = await read<{ order: { position_id: string } }>(client, 'place_order', { preview_id })
  await read(client, 'protect_position', { position_id: order.position_id, stop_loss: '90000', take_profit: '120000' })
  const [position] = await read<{ stop_loss: unknown }[]>(client, 'list_positions')
  expect(JSON.stringify(position)).toContain('90000')
  const nobody = await connect({ accounts: ['another'] })
  expect(await read(nobody, 'list_accounts')).toEqual([])
})

describe('over HTTP', () => {
  const TOKEN = 'a-token-of-the-mcp-server'
  const INITIALIZE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const HEADERS = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }

  test('a client with the token works, and nobody else gets in', async () => {
    const server = await serveHttp(createServers(settingsOf()), { port: 0, token: TOKEN })
    try {
      const client = new Client({ name: 'test', version: '1' })
      const transport = new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: HEADERS } })
      await client.connect(transport)
      expect((await read<unknown[]>(client, 'list_accounts')).length).toBe(1)
      await client.close()
      const post = async (headers: object, path = '', body = INITIALIZE, method = 'POST') =>
        (
          await fetch(`${server.url}${path}`, {
            method,
            headers: { ...HEADERS, ...headers },
            ...(method === 'POST' && { body }),
          })
        ).status
      expect(await post({})).toBe(200)
      expect(await post({ authorization: 'Bearer another' })).toBe(401)
      expect(await post({ authorization: '' })).toBe(401)
      expect(await post({ origin: 'https://example.com' })).toBe(403)
      expect(await post({}, '/more')).toBe(404)
      expect(await post({}, '', INITIALIZE, 'GET')).toBe(405)
      expect(await post({}, '', `"${'x'.repeat(70_000)}"`)).toBe(400)
      expect(await post({}, '', '{')).toBe(400)
    } finally {
      await server.close()
    }
  })
})

describe('the program', () => {
  const env = () => ({
    PATH: process.env['PATH'] ?? '',
    ATS_URL: engine.baseUrl,
    ATS_API_KEY: trader.key.key,
    ATS_API_SECRET: trader.key.secret,
  })

  test('speaks over stdin and stdout', async () => {
    const client = new Client({ name: 'test', version: '1' })
    const args = [MAIN, '--allow-trading', '--max-order', '100', '--max-day', '100']
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: env() }))
    expect((await toolsOf(client)).map(({ name }) => name)).toContain('place_order')
    await client.close()
  })

  test.each([
    [['--allow-trading'], 'needs --max-order USD and --max-day USD'],
    [['--allow-trading', '--max-order', '10', '--max-day', '1'], '--max-order is more than --max-day'],
    [['--allow-trading', '--max-order', '-1', '--max-day', '1'], 'max-order'],
    [['--allow-trading', '--max-order', '1e9', '--max-day', '1'], 'must be an amount of USD'],
    [['--max-order', '1'], 'are for --allow-trading'],
    [['--http', '4030'], 'needs ATS_MCP_TOKEN'],
    [['--http', 'x'], 'must be a port'],
    [['--nope'], 'nope'],
  ])('refuses %j with a word about it', async (args, problem) => {
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, [MAIN, ...args], { env: env() }, (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      )
    })
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)])
  })
})
