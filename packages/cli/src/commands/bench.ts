import type { Command } from 'commander'
import type { Act } from '../act.js'
import { measure, type Latency, type Step } from '../bench/measure.js'
import { Failure } from '../failure.js'
import { farPrice, smallestQuantity } from '../orders/smallest-order.js'
import { refusal } from '../orders/place.js'
import { readCount } from '../read-words.js'
import type { Session } from '../session.js'
import { abortOnInterrupt } from '../terminal/interrupt.js'
import { requireSandbox } from './trigger.js'

interface BenchOptions {
  readonly count: number
  readonly symbol: string
  readonly orders?: true
}

interface Row extends Latency {
  readonly request: string
}

const HELP = `
One request after the other, each kind in turn, on one connection, through the SDK, as a bot sees it: milliseconds from the call to the
parsed answer. They count against the rate limit of the key. --orders places limit orders at half the price and
cancels them, in a sandbox only.`

export function addBenchCommand(program: Command, act: Act): void {
  const bench = program
    .command('bench')
    .description('latency of your own connection')
    .option('--count <n>', 'requests of each kind', readCount, 100)
    .option('--symbol <symbol>', 'the market that is asked about', 'BTC-USD')
    .option('--orders', 'also place and cancel orders')
    .addHelpText('after', HELP)
  act<BenchOptions>(bench, async (session, { count, symbol, orders }) => {
    const steps = await prepare(session, symbol, orders === true)
    await requireBudget(session, (count + 5) * steps.length)
    const { signal, release } = abortOnInterrupt()
    session.terminal.note(`${count} times ${steps.map(({ request }) => request).join(', ')} …`)
    const rows = await measure(count, steps, signal)
    release()
    session.showTable(rows, [
      { heading: 'request', cell: (row) => row.request },
      ...(['count', 'p50', 'p90', 'p99', 'max'] as const).map((name) => ({
        heading: name === 'count' ? name : `${name} ms`,
        cell: (row: Row) => (name === 'count' ? String(row.count) : row[name].toFixed(1)),
        align: 'right' as const,
      })),
    ])
    if (signal.aborted) throw new Failure('interrupted', 'stopped before its end')
  })
}

async function prepare(session: Session, symbol: string, hasOrders: boolean): Promise<readonly Step[]> {
  const { market } = session.trading
  const account = await session.account()
  const price = await market.price(symbol)
  const metadata = await market.metadata(price.symbol)
  const limit = farPrice(price.bid, metadata)
  const quantity = smallestQuantity(limit, metadata)
  const order = { symbol: price.symbol, side: 'BUY', kind: 'LIMIT', price: limit, quantity } as const
  const reads: readonly Step[] = [
    { request: 'price', run: () => market.price(symbol) },
    { request: 'account', run: () => account.summary() },
    { request: 'preview', run: () => account.preview(order) },
  ]
  if (!hasOrders) return reads
  await requireSandbox(session)
  let latest = ''
  const place = async (): Promise<void> => {
    const placement = await account.place(order)
    if (!placement.placed) throw refusal(placement.violations)
    latest = placement.order.id
  }
  return [...reads, { request: 'order', run: place }, { request: 'cancel', run: () => account.cancel(latest) }]
}

/** @throws Failure refused, when the rate limit would be what is measured */
async function requireBudget({ trading }: Session, requests: number): Promise<void> {
  const { rate_limit } = await trading.key()
  // The SDK slows down when a quarter is left.
  if (rate_limit.remaining - rate_limit.limit * 0.25 >= requests) return
  throw new Failure(
    'refused',
    `${requests} requests are too many for the rate limit: ${rate_limit.remaining} of ${rate_limit.limit} are left until ${rate_limit.reset_at}`,
    ['wait until then, or lower --count'],
  )
}
