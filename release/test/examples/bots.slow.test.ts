/** The bots of examples/, in both languages, against the stack of npm start: killed, started again, and stopped. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort } from '@ats/local-stack'
import { startWebhookReceiver, type WebhookReceiver } from '@ats/test-kit'
import { TradingClient, WalletClient, type Account, type Order } from '@ats/sdk'
import {
  startStack,
  watchProcess,
  type Environment,
  type Running,
  type Stack,
} from '../../../packages/cli/test/support/stack.js'
import { findInstalledPython } from '../python/support/python-trader.js'
import { pollUntil } from '../../../services/trading-engine/test/support/poll-until.js'

const EXAMPLES = join(__dirname, '..', '..', '..', 'examples')

interface Bots {
  readonly language: string
  /** The program that runs them. */
  readonly runner: () => string
  readonly grid: string
  readonly trend: string
  readonly takeProfit: string
  readonly tradingview: string
  readonly lab: string
}

const LANGUAGES: readonly Bots[] = [
  {
    language: 'JavaScript',
    runner: () => process.execPath,
    grid: 'grid.mjs',
    trend: 'trend.mjs',
    takeProfit: 'take-profit.mjs',
    tradingview: 'tradingview.mjs',
    lab: 'lab.mjs',
  },
  {
    language: 'Python',
    runner: () => python,
    grid: 'python/grid.py',
    trend: 'python/trend.py',
    takeProfit: 'python/take_profit.py',
    tradingview: 'python/tradingview.py',
    lab: 'python/lab.py',
  },
]

let stack: Stack
let python: string
let runner: string
let receiver: WebhookReceiver
const bots = new Set<Running>()

beforeAll(async () => {
  python = findInstalledPython() // it waits, and nothing else runs in the meantime
  receiver = await startWebhookReceiver() // for its certificate
  const { caFile } = receiver
  stack = await startStack({
    ...{ WEBHOOK_ALLOW_PRIVATE_HOSTS: 'true', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128' },
    ...{ WEBHOOK_CA_FILE: caFile, WEBHOOK_SCHEDULE_DIVISOR: '100' },
  })
})
afterEach(async () => {
  for (const bot of bots) await kill(bot)
})
afterAll(async () => {
  await stack.close()
  await receiver.close()
})

interface Trader {
  readonly wallet: WalletClient
  readonly trading: TradingClient
  readonly account: Account
  readonly environment: Environment
}

/** A user with a key of the wallet, and a funded account. */
async function openTrader(webhookUrl?: string): Promise<Trader> {
  const wallet = new WalletClient({ url: stack.walletUrl, userId: `trader-${randomUUID()}` })
  const terms = { label: 'bot', permissions: ['TRADE', 'MANAGE_ORDERS'] as ('TRADE' | 'MANAGE_ORDERS')[] }
  const {
    key,
    secret,
    webhookSecret = '',
  } = await wallet.createKey(webhookUrl === undefined ? terms : { ...terms, webhookUrl })
  const trading = new TradingClient({ url: stack.engineUrl, key, secret })
  const { id } = await trading.createAccount({ plan_id: 'standard-100k' })
  const environment = { ENGINE: stack.engineUrl, KEY: key, SECRET: secret, ACCOUNT: id, WEBHOOK_SECRET: webhookSecret }
  return { wallet, trading, account: trading.account(id), environment }
}

async function startBot(file: string, environment: Environment, until: RegExp): Promise<Running> {
  const bot = watchProcess(runner, [join(EXAMPLES, file)], environment)
  bots.add(bot)
  await bot.until(until)
  return bot
}

async function end(bot: Running, signal: NodeJS.Signals): Promise<number | null> {
  bot.child.kill(signal)
  const { code, error } = await bot.ended
  bots.delete(bot)
  expect(error).toBe('')
  return code
}
const kill = (bot: Running) => end(bot, 'SIGKILL')

async function moveMarket({ trading }: Trader, symbol: string, price: string): Promise<void> {
  await trading.sandbox.move({ symbol, price })
  await pollUntil(
    () => trading.market.price(symbol),
    ({ last_price }) => Math.abs(Number(last_price) / Number(price) - 1) < 0.001,
  )
}

const described = (orders: readonly Order[]): readonly string[] =>
  orders.map(({ side, limit_price }) => `${side} ${limit_price}`).sort()

/** The orders of a grid of three lines on each side. */
const gridAround = (centre: number): readonly string[] =>
  [-3, -2, -1, 1, 2, 3].map((line) => `${line < 0 ? 'BUY' : 'SELL'} ${(centre + line) * 1_000}`).sort()

const untilWorking = ({ account }: Trader, wanted: readonly string[]): Promise<readonly Order[]> =>
  pollUntil(
    () => account.workingOrders(),
    (orders) => described(orders).join() === wanted.join(),
  )

const untilHeld = ({ account }: Trader, quantity: string) =>
  pollUntil(
    () => account.positions(),
    ([position]) => position?.quantity === quantity,
  )

describe.each(LANGUAGES)('in $language', ({ runner: findRunner, grid, trend, takeProfit, tradingview, lab }) => {
  beforeAll(() => {
    runner = findRunner()
  })

  test('that of the laboratory plays its tapes, and the same tape in the same way', async () => {
    const play = async (): Promise<string> => {
      const words = ['lab', 'run', '--seed', '3', '--days', '4', '--json', '--', runner, join(EXAMPLES, lab)]
      const { code, out, error } = await stack.start(words).ended
      expect([code, error]).toEqual([0, expect.not.stringContaining('refused')])
      const { results } = JSON.parse(out) as { readonly results: readonly { events_hash: string; trades: number }[] }
      expect(results[0]?.trades).toBeGreaterThan(2)
      return results[0]?.events_hash ?? ''
    }
    expect(await play()).toBe(await play())
  })

  test('alerts as TradingView sends them bring the account where the strategy is, once, however often it starts', async () => {
    const { account, trading, environment, wallet } = await openTrader()
    const terms = { label: 'strategy', maxQuantity: '0.02', symbols: ['BTC-USD'] }
    const { hook, token } = await wallet.createHook({ accountId: account.id, ...terms })
    const alone = { ENGINE: environment['ENGINE'] ?? '', HOOK: `${stack.engineUrl}/v1/hooks/${token}`, FAST: '2' }
    const first = await startBot(tradingview, alone, /"outcome":"PLACED"/)
    const [position] = await account.positions()
    expect([position?.symbol, position?.quantity]).toEqual(['BTC-USD', '0.01'])
    await kill(first)
    const second = await startBot(tradingview, alone, /"outcome":"(?:NOTHING_TO_DO|PLACED)"/)
    expect((await account.positions()).map(({ quantity }) => quantity)).toEqual(['0.01'])
    expect(await end(second, 'SIGTERM')).toBe(0)
    const [order] = await account.orders().take(1)
    expect([order?.origin, order?.key_id]).toEqual(['HOOK', hook.id])
    const deliveries = await trading.hooks.deliveries(hook.id).take(10)
    expect(deliveries).toHaveLength(2)
    expect(deliveries[1]).toMatchObject({ outcome: 'PLACED', status: 200 })
  })

  test('the grid follows its fills, finds its orders again when it was killed, and cancels them at the end', async () => {
    const trader = await openTrader()
    const { account, environment } = trader
    await moveMarket(trader, 'BTC-USD', '100000')
    const foreign = await account.place({
      symbol: 'BTC-USD',
      side: 'BUY',
      kind: 'LIMIT',
      quantity: '0.01',
      price: '50000',
    })
    await account.cancelAll()
    expect(foreign.placed).toBe(true)
    const start = (centre: number) =>
      startBot(grid, { ...environment, STEP: '1000' }, new RegExp(`6 orders around ${centre}000`))
    const first = await start(100)
    expect((await account.deadManSwitch()).action).toBe('CANCEL_OPENING')
    await untilWorking(trader, gridAround(100))

    await moveMarket(trader, 'BTC-USD', '98900')
    const before = await untilWorking(trader, gridAround(99))
    expect(first.out()).toContain('BUY 0.01 at 99000')
    await kill(first)
    const second = await start(99)
    expect((await account.workingOrders()).map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())

    await kill(second)
    await moveMarket(trader, 'BTC-USD', '97900')
    await untilHeld(trader, '0.02')
    const third = await start(98)
    await untilWorking(trader, gridAround(98))

    expect(await end(third, 'SIGTERM')).toBe(0)
    expect(await account.workingOrders()).toEqual([])
    expect(await account.positions()).toMatchObject([{ symbol: 'BTC-USD', side: 'BUY', quantity: '0.02' }])
    expect((await account.deadManSwitch()).armed).toBe(false)
  })

  test('the trend follower reverses, protects what it holds, trades once a candle, and leaves it protected', async () => {
    const { trading, account, environment } = await openTrader()
    const [symbol, INTERVAL] = ['ETH-USD', '1d'] as const
    const candles = await trading.market.candles(symbol, { interval: INTERVAL }).take(21)
    const closes = candles.filter(({ closed }) => closed).map(({ close }) => Number(close))
    expect(closes).toHaveLength(20)
    const mean = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
    const [wanted, other] =
      mean(closes.slice(0, 5)) > mean(closes) ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const)
    expect((await account.place({ symbol, side: other, kind: 'MARKET', quantity: '0.5' })).placed).toBe(true)

    const start = (SYMBOL: string = symbol) =>
      startBot(trend, { ...environment, SYMBOL, INTERVAL, QUANTITY: '0.5' }, /Z (LONG|SHORT)/)
    const held = async () => {
      const positions = await account.positions()
      expect(positions).toMatchObject([{ symbol, side: wanted, quantity: '0.5' }])
      const exits = [positions[0]?.stop_loss?.order_id, positions[0]?.take_profit?.order_id].sort()
      expect((await account.workingOrders()).map(({ id }) => id).sort()).toStrictEqual(exits)
      return [positions[0]?.id, ...exits]
    }
    await kill(await start())
    const position = await held()
    await kill(await start())
    expect(await held()).toEqual(position)
    // By another name of the symbol its orders have other client_ids, as they have in the next candle.
    const again = await start('ETHUSD')
    expect(await held()).toEqual(position)
    expect(await end(again, 'SIGTERM')).toBe(0)
    expect(await held()).toEqual(position)
    expect((await account.trades().all()).map(({ side }) => side)).toEqual([wanted, wanted, other])
  })

  test('the webhook bot offers each fill once, however often it is told of it, also of those while it was down', async () => {
    const port = await findFreePort()
    const trader = await openTrader(`https://localhost:${port}/`)
    const { account, trading, environment } = trader
    const { caFile: TLS_CERT, keyFile: TLS_KEY } = receiver
    const start = () => startBot(takeProfit, { ...environment, PORT: String(port), TLS_CERT, TLS_KEY }, /listening/)
    const buy = async () => {
      const order = { symbol: 'SOL-USD', side: 'BUY', kind: 'MARKET', quantity: '1' } as const
      expect((await account.place(order)).placed).toBe(true)
    }
    const untilOffered = (count: number) =>
      pollUntil(
        () => account.workingOrders(),
        (orders) => orders.length === count,
      )
    const untilDelivered = (deliveries: number, attempts: number) =>
      pollUntil(
        () => trading.webhooks.deliveries().all(),
        (all) =>
          all.length === deliveries &&
          all.every((one) => one.status === 'DELIVERED' && one.attempts.length >= attempts),
      )
    const first = await start()
    await buy()
    const [offer] = await untilOffered(1)
    const [fill] = await account.trades().all()
    expect(offer).toMatchObject({ side: 'SELL', kind: 'LIMIT', flags: { reduce_only: true }, quantity: '1' })
    expect(Number(offer?.price) / Number(fill?.price)).toBeCloseTo(1.01, 4)

    await untilDelivered(3, 1) // two of the entry, one of the offer
    await trading.webhooks.redeliverAll({ from: '2020-01-01', to: '2100-01-01' })
    await untilDelivered(3, 2)
    await kill(first)
    await buy()
    await pollUntil(
      () => trading.webhooks.deliveries().all(),
      (all) => all.filter((one) => one.attempts.some(({ status }) => status === null)).length === 2,
    )
    const second = await start()
    await untilOffered(2)
    expect(await account.orders().all()).toHaveLength(4)
    expect(await end(second, 'SIGTERM')).toBe(0)
    expect(await account.workingOrders()).toHaveLength(2)
  })
})
