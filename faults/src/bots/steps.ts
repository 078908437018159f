/** Chooses a bot's next request: a random mix of orders that fill, orders that rest, cancels and closes. */
import { randomUUID } from 'node:crypto'
import type { Random } from '../random.js'
import type { Action, Invocation } from './history.js'
import { INSTRUMENTS, quantityOf } from './instruments.js'
import { markOf } from './marks.js'

export interface Step {
  readonly action: Action
  readonly accountId: string
  readonly clientId: string | null
  readonly mark: string | null
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | null
}

export type ChooseStep = (account: BotAccount, random: Random) => Step

/** An account as a bot knows it. */
export interface BotAccount {
  readonly id: string
  /** Prices seen when the bots began, for limits that rest far away or take immediately. */
  readonly prices: ReadonlyMap<string, number>
  /** A number never given before on this account. */
  nextSerial(): number
  readonly working: Set<string>
  /** Notes an acknowledgement; the id of its order, if it has one. */
  note(invocation: Invocation, text: string): string | null
}

/** Where an order waits: at a limit, or behind a trigger; null takes what there is. */
export interface Terms {
  readonly kind: 'MARKET' | 'LIMIT' | 'STOP'
  readonly fields: Readonly<Record<string, number>>
}

/** Few enough to stay below the plan's limit of open orders, even with several bots on one account. */
export const WORKING_MAX = 40

export function createBotAccount(id: string, prices: ReadonlyMap<string, number>): BotAccount {
  const working = new Set<string>()
  let serial = 0
  return {
    id,
    prices,
    working,
    nextSerial: () => serial++,
    note(invocation, text) {
      const { order, children } = ordersOf(invocation, text)
      if (order === null) return null
      for (const { id: noted, status } of [order, ...children])
        if (['OPEN', 'PARTIALLY_FILLED', 'PENDING'].includes(status)) working.add(noted)
        else working.delete(noted)
      return order.id
    },
  }
}

interface NotedOrder {
  readonly id: string
  readonly status: string
}

interface NotedOrders {
  readonly order: NotedOrder | null
  /** The stop and the target that came with it. */
  readonly children: readonly NotedOrder[]
}

/** A cancel answers with the order itself, the others with it inside. */
function ordersOf({ action }: Invocation, text: string): NotedOrders {
  const body = JSON.parse(text) as NotedOrder & { order: NotedOrder | null; children?: readonly NotedOrder[] }
  return action === 'cancel' ? { order: body, children: [] } : { order: body.order, children: body.children ?? [] }
}

/** Most orders match immediately; the others rest far from the market. */
export const chooseStep: ChooseStep = (account, random) => choose(account, random, farTerms)

/** Orders wait close to where the market began, on the side it does not reach without moving. */
export const chooseNearStep: ChooseStep = (account, random) => choose(account, random, nearTerms)

/** The terms of the orders that such steps place. */
export const termsBehind = (choose: ChooseStep): TermsOf => (choose === chooseNearStep ? nearTerms : farTerms)

/** A stop and a target with each order that may open something, so far away that the market leaves them alone. */
const BRACKET = { stop_loss: { offset_pct: 40 }, take_profit: { offset_pct: 40 } }

export const bracketed = (step: Step): Step =>
  step.action === 'place' ? { ...step, body: { ...step.body, ...BRACKET } } : step

/** As `chooseStep`, each order with a stop and a target. */
export const chooseBracketedStep: ChooseStep = (account, random) => bracketed(chooseStep(account, random))

function choose(account: BotAccount, random: Random, termsOf: TermsOf): Step {
  const [oldest] = account.working
  const roll = random.below(100)
  if (oldest !== undefined && (roll < 15 || account.working.size >= WORKING_MAX)) return cancel(account, oldest)
  if (roll < 25) return close(account, random)
  return place(account, random, maybeClientId(random), termsOf)
}

const maybeClientId = (random: Random): string | null => (random.chance(0.5) ? randomUUID() : null)
const withClientId = (clientId: string | null) => (clientId === null ? {} : { client_id: clientId })

export function place(
  account: BotAccount,
  random: Random,
  clientId = maybeClientId(random),
  termsOf: TermsOf = farTerms,
): Step {
  const instrument = random.pick(INSTRUMENTS)
  const { symbol } = instrument
  const quantity = quantityOf(instrument, instrument.lotsMin + account.nextSerial())
  const side = random.pick(['BUY', 'SELL'])
  const { kind, fields } = termsOf(account.prices.get(symbol) ?? 1, side, random)
  return {
    action: 'place',
    accountId: account.id,
    clientId,
    mark: markOf({ symbol, side, kind, quantity, isReduceOnly: false }),
    path: '/v1/order?decimals=string',
    body: {
      account_id: account.id,
      symbol,
      side,
      kind,
      quantity,
      ...fields,
      ...withClientId(clientId),
    },
  }
}

type TermsOf = (price: number, side: 'BUY' | 'SELL', random: Random) => Terms

/** A fifth of the limit orders match immediately; the others rest far from the market. */
const farTerms: TermsOf = (price, side, random) => {
  if (random.chance(0.6)) return { kind: 'MARKET', fields: {} }
  const takes = random.chance(0.2)
  const isBelow = (side === 'BUY') !== takes
  return { kind: 'LIMIT', fields: { price: Number((price * (isBelow ? 0.7 : 1.3)).toPrecision(4)) } }
}

/** How far from where the market began an order waits near it: a fraction of the price, less than `NEAR_MAX`. */
export const NEAR_MAX = 0.01

const nearTerms: TermsOf = (price, side, random) => {
  if (random.chance(0.1)) return { kind: 'MARKET', fields: {} }
  const kind = random.chance(0.4) ? 'STOP' : 'LIMIT'
  const isBelow = (side === 'BUY') === (kind === 'LIMIT')
  const distance = (NEAR_MAX * (1 + random.below(99))) / 100
  const at = Number((price * (isBelow ? 1 - distance : 1 + distance)).toPrecision(6))
  return { kind, fields: kind === 'STOP' ? { trigger_price: at } : { price: at } }
}

function close(account: BotAccount, random: Random): Step {
  const instrument = random.pick(INSTRUMENTS)
  const { symbol } = instrument
  const clientId = maybeClientId(random)
  return {
    action: 'close',
    accountId: account.id,
    clientId,
    mark: markOf({ symbol, side: '', kind: '', quantity: '', isReduceOnly: true }),
    path: `/v1/account/${account.id}/close-position?decimals=string`,
    body: { symbol, quantity: quantityOf(instrument, 1 + random.below(500)), ...withClientId(clientId) },
  }
}

const cancel = (account: BotAccount, orderId: string): Step => {
  account.working.delete(orderId)
  return {
    action: 'cancel',
    accountId: account.id,
    clientId: null,
    mark: null,
    path: `/v1/account/${account.id}/orders/${orderId}/cancel?decimals=string`,
    body: null,
  }
}
