/** A bot without a plan: each act is one request, of a trader or an operator, drawn from a seed. */
import type { Quotes } from './market/scripted-feed.js'
import { around, type Actor, type Stage } from './stage.js'
import { versionOf } from './payout-version.js'

/** Mulberry32: the same seed, the same life. */
export function seededBelow(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

type Below = (below: number) => number
type Fields = Readonly<Record<string, unknown>>
const SYMBOLS = ['BTC-USD', 'ETH-USD'] as const
type Symbol = (typeof SYMBOLS)[number]

export interface RandomTrading {
  quotes(): Quotes
  /** Prices of the next tick, or of a later moment: some drift, and now and then a gap. The witness does not trade. */
  move(witness: Actor, at?: string): Promise<void>
  act(actor: Actor): Promise<void>
}

export function createRandomTrading(stage: Stage, below: Below): RandomTrading {
  const draw = createDraws(stage, below)
  return {
    quotes: draw.quotes,
    async move(witness, at) {
      draw.drift()
      await stage.step([witness], draw.quotes(), at)
    },
    async act(actor) {
      const acts = [...tradesOf(actor, draw), ...changesOf(actor, draw), ...operationsOf(actor, draw, stage)]
      await acts[below(acts.length)]!()
    },
  }
}

type Acts = readonly (() => Promise<unknown>)[]
type Draws = ReturnType<typeof createDraws>

function tradesOf({ api, accountId, place, close }: Actor, draw: Draws): Acts {
  const sent = (fields: Fields) => place(fields, draw.below(4) === 0 ? '?decimals=string' : '')
  const far = { offset_pct: 2 }
  return [
    () => sent(draw.order()),
    () => sent(draw.order()),
    () => sent(draw.limit()),
    () => sent(draw.conditional()),
    () => sent({ ...draw.order(), stop_loss: { offset_pct: 1 + draw.below(2) }, take_profit: far }),
    () => sent({ ...draw.order(), stop_loss: { trail: { offset_pct: 1 } } }),
    () => sent({ ...draw.limit(), take_profit: far, stop_loss: { trail: { offset: 200 } } }),
    () => {
      const orders = [draw.order(), draw.limit(), draw.order()]
      return api.post('/v1/orders/batch', { body: { account_id: accountId, orders } })
    },
    () => close({ symbol: draw.symbol(), client_id: draw.clientId(), kind: 'MARKET' }),
  ]
}

function changesOf(actor: Actor, draw: Draws): Acts {
  const { api, accountId } = actor
  const base = `/v1/account/${accountId}`
  return [
    async () => {
      const orders = await actor.orders('?status=working')
      if (orders.length > 0) await actor.cancel(orders[draw.below(orders.length)]!.id)
    },
    async () => {
      const order = (await actor.orders('?status=working')).find(({ kind }) => kind === 'LIMIT')
      if (order === undefined) return
      const price = Math.round((order.price ?? 1_000) * (0.98 + draw.below(40) / 1_000))
      await api.post(`${base}/orders/${order.id}/modify`, { body: { price } })
    },
    async () => {
      const [position] = await actor.positions()
      if (position === undefined) return
      const trigger = Math.round(position.mark_price * (position.direction === 'LONG' ? 0.98 : 1.02))
      const without = draw.below(2) === 0 ? { take_profit: null } : {}
      await actor.protect(position.id, { stop_loss: { trigger_price: trigger }, ...without })
    },
    () => actor.cancelAll(),
    () => api.request('PUT', `${base}/leverage`, { body: { symbol: draw.symbol(), leverage: 2 + draw.below(18) } }),
    async () => {
      await api.post(`${base}/kill-switch`, { body: { flatten: draw.below(2) === 0 } })
      await api.request('DELETE', `${base}/kill-switch`)
    },
    () => api.request('PATCH', base, { body: { name: `~ ${draw.below(1_000)}` } }),
  ]
}

function operationsOf(actor: Actor, draw: Draws, { engine }: Stage): Acts {
  const { api, accountId } = actor
  const operate = (verb: string, body: object) =>
    engine.operator.post(`/operator/v1/accounts/${accountId}/${verb}`, { body })
  return [
    async () => {
      await operate('halt', { reason: 'looked at' })
      await actor.place(draw.order())
      await operate('release', {})
    },
    () => {
      const movement = { direction: draw.below(3) === 0 ? 'OUT' : 'IN', amount: 1 + draw.below(500) }
      return operate('capital', { ...movement, reason: 'correction', reference: draw.clientId() })
    },
    () => {
      const what = { direction: 'TAKE', amount: 1 + draw.below(5), reason: 'bonus' }
      return operate('profit-adjustments', { ...what, reference: draw.clientId() })
    },
    async () => {
      const body = { amount: 5 + draw.below(100), client_id: draw.clientId() }
      const asked = await api.post<{ id?: string }>(`/v1/account/${accountId}/payouts`, { body })
      const path = `/operator/v1/payouts/${asked.body.id}`
      if (asked.body.id === undefined) return
      const end = draw.below(16)
      if (end < 4) await engine.operatorAs('olga').post(`${path}/reject`, { body: { reason: 'not now' } })
      else if (end < 7) await api.post(`/v1/account/${accountId}/payouts/${asked.body.id}/cancel`)
      else {
        await engine.operatorAs('olga').post(`${path}/propose`, { body: {} })
        const version = await versionOf(engine.pool, asked.body.id)
        await engine.operatorAs('otto').post(`${path}/approve`, { body: { version } })
      }
    },
  ]
}

function createDraws(stage: Stage, below: Below) {
  const prices: Record<Symbol, number> = { 'BTC-USD': 60_000, 'ETH-USD': 3_000 }
  let clients = 0
  const symbol = (): Symbol => SYMBOLS[below(SYMBOLS.length)]!
  const clientId = (): string => `c-${(clients += 1)}`
  const order = (): Fields & { readonly symbol: Symbol } => {
    const drawn = symbol()
    const lots = drawn === 'BTC-USD' ? [0.01, 0.1, 0.5, 3] : [0.2, 2, 8, 60]
    return {
      ...{ symbol: drawn, side: below(2) === 0 ? 'BUY' : 'SELL', kind: 'MARKET', client_id: clientId() },
      quantity: lots[below(lots.length)],
      ...(below(8) === 0 ? { platform_id: 'OSTIUM' } : {}),
      ...(below(8) === 0 ? { flags: { reduce_only: true } } : {}),
    }
  }
  const soon = (): string => new Date(Date.parse(stage.now()) + 3_000 + below(60_000)).toISOString()
  return {
    ...{ below, symbol, clientId, order },
    quotes: () => ({ ...around(prices['BTC-USD']), ...around(prices['ETH-USD'], 'ETH-USD') }),
    drift(): void {
      for (const each of SYMBOLS) {
        const share = below(12) === 0 ? 0.03 : 0.002
        prices[each] = Math.max(200, Math.round(prices[each] * (1 + (below(2_001) / 1_000 - 1) * share)))
      }
    },
    limit(): Fields {
      const drawn = order()
      const price = Math.round(prices[drawn.symbol] * (0.99 + below(21) / 1_000))
      const ends = below(3) === 0 ? { tif: 'GTD', expires_at: soon() } : {}
      return { ...drawn, kind: 'LIMIT', price, ...ends }
    },
    conditional(): Fields {
      const kind = below(2) === 0 ? 'STOP' : 'TAKE_PROFIT'
      const trigger = Math.round(prices['BTC-USD'] * (0.99 + below(20) / 1_000))
      return { ...order(), symbol: 'BTC-USD', kind, trigger_price: trigger, quantity: 0.05 }
    },
  }
}
