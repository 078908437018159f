/**
 * The real engine with a clock and prices that do what a test tells them: what nobody asks for happens by its market
 * loop, and a test knows when that has seen everything.
 */
import { accountCalls, type AccountCalls } from './account-calls.js'
import { startEngine, type TestEngine, type TestEngineOptions, type Trader } from './engine/engine.js'
import { formatTimestamp } from '../../src/core/values/time.js'
import { pollUntil } from './poll-until.js'
import { scriptMarket, type MarketScript, type Quotes } from './market/scripted-feed.js'

export interface Actor extends AccountCalls, Pick<Trader, 'api' | 'key' | 'accountId' | 'userId'> {
  /** Lifecycle events of an order, or of all that is not the stage's own, oldest first: `order.cancel USER`. */
  events(orderId?: string): Promise<readonly string[]>
}

export interface Stage extends Pick<TestEngine, 'api' | 'pool' | 'close' | 'databaseUrl'> {
  readonly engine: TestEngine
  /** For another engine beside it. */
  readonly script: MarketScript
  now(): string
  /** A user with a funded account. */
  actor(planId?: string): Promise<Actor>
  /** Prices from the next tick, or from a later moment on, which is then the present. Nobody has reacted yet. */
  set(quotes: Quotes, at?: string): void
  /** The same, and everything it does to these accounts has happened. */
  step(actors: readonly Actor[], quotes: Quotes, at?: string): Promise<void>
}

/** A market in which a spread of 20 lies around a price. */
export const around = (price: number, symbol = 'BTC-USD'): Quotes => ({
  [symbol]: { bid: price - 10, ask: price + 10 },
})

/** Several at a time: a command that waits too long for its turn is refused. */
const AT_A_TIME = 24
/** The symbol whose orders tell that an account has been looked at; nothing else trades it. */
const BELL = 'NZD-USD'
const BELL_ORDER = { symbol: BELL, side: 'BUY', kind: 'LIMIT', tif: 'GTD', quantity: 100, price: 0.1 } as const

export async function startStage(start: string, quotes: Quotes, options: TestEngineOptions = {}): Promise<Stage> {
  const script = scriptMarket(start)
  script.moveTo(script.momentAfter(), { [BELL]: { bid: 0.5, ask: 0.6 }, ...quotes })
  const engine = await startEngine({ LOG_LEVEL: 'warn', ...options, runtime: { ...options.runtime, ...script } })

  const set = (changed: Quotes, at?: string): void => script.moveTo(script.momentAfter(at), changed)

  const isRinging = async (at: string): Promise<boolean> => {
    const { rows } = await engine.pool.query(
      `select 1 from orders where symbol = $1 and status = 'OPEN' and expires_at <= $2 limit 1`,
      [BELL, at],
    )
    return rows.length > 0
  }

  /**
   * An order that ends at that moment is ended by the same decision that looks at everything else of its account, and
   * no sooner: no request reads the account in between.
   */
  async function step(actors: readonly Actor[], changed: Quotes, at?: string): Promise<void> {
    const moment = script.momentAfter(at)
    const text = formatTimestamp(moment)
    await inTurns(actors, (actor) => actor.placed({ ...BELL_ORDER, expires_at: text }))
    script.moveTo(moment, changed)
    await pollUntil(
      () => isRinging(text),
      (rings) => !rings,
    )
  }

  return {
    engine,
    script,
    api: engine.api,
    pool: engine.pool,
    databaseUrl: engine.databaseUrl,
    close: () => engine.close(),
    now: () => formatTimestamp(script.clock.now()),
    set,
    step,
    async actor(planId) {
      const trader = await engine.trader(planId)
      return { ...trader, ...accountCalls(trader), events: (orderId) => eventsOf(engine, trader.accountId, orderId) }
    },
  }
}

/** Applies `act` to all items, a few at a time, in their order. */
export async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (let first = 0; first < items.length; first += AT_A_TIME)
    results.push(...(await Promise.all(items.slice(first, first + AT_A_TIME).map(act))))
  return results
}

async function eventsOf({ pool }: TestEngine, accountId: string, orderId?: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ event: string }>(
    `select type || coalesce(' ' || (data::jsonb ->> 'cancelled_by'), '') as event from whole_events
      where account_id = $1 and ($2::text is null or data::jsonb #>> '{order,id}' = $2)
        and data::jsonb #>> '{order,symbol}' is distinct from $3
      order by sequence`,
    [accountId, orderId ?? null, BELL],
  )
  return rows.map(({ event }) => event)
}
