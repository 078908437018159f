/** What a bot does next: a random mix of orders that fill, orders that rest, cancels and closes. */
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

/** An account as a bot knows it. */
export interface BotAccount {
  readonly id: string
  /** Prices seen when the bots began, for limits that rest far away or take at once. */
  readonly prices: ReadonlyMap<string, number>
  /** A number never given before on this account. */
  nextSerial(): number
  readonly working: Set<string>
  /** Takes note of an acknowledgement; the id of the order it tells of, if any. */
  note(invocation: Invocation, text: string): string | null
}

/** Few enough to stay below the plan's limit of open orders, even with several bots on one account. */
const WORKING_MAX = 40

export function createBotAccount(id: string, prices: ReadonlyMap<string, number>): BotAccount {
  const working = new Set<string>()
  let serial = 0
  return {
    id,
    prices,
    working,
    nextSerial: () => serial++,
    note(invocation, text) {
      const order = orderOf(invocation, text)
      if (order === null) return null
      if (['OPEN', 'PARTIALLY_FILLED', 'PENDING'].includes(order.status)) working.add(order.id)
      else working.delete(order.id)
      return order.id
    },
  }
}

/** A cancel answers with the order itself, the others with it inside. */
function orderOf({ action }: Invocation, text: string): { id: string; status: string } | null {
  const body = JSON.parse(text) as { id: string; status: string } & { order: { id: string; status: string } | null }
  return action === 'cancel' ? body : body.order
}

export function chooseStep(account: BotAccount, random: Random): Step {
  const [oldest] = account.working
  const roll = random.below(100)
  if (oldest !== undefined && (roll < 15 || account.working.size >= WORKING_MAX)) return cancel(account, oldest)
  if (roll < 25) return close(account, random)
  return place(account, random)
}

const maybeClientId = (random: Random): string | null => (random.chance(0.5) ? randomUUID() : null)
const withClientId = (clientId: string | null) => (clientId === null ? {} : { client_id: clientId })

export function place(account: BotAccount, random: Random, clientId = maybeClientId(random)): Step {
  const instrument = random.pick(INSTRUMENTS)
  const { symbol } = instrument
  const quantity = quantityOf(instrument, instrument.lotsMin + account.nextSerial())
  const side = random.pick(['BUY', 'SELL'])
  const price = random.chance(0.6) ? null : limitPrice(account.prices.get(symbol) ?? 1, side, random)
  const kind = price === null ? 'MARKET' : 'LIMIT'
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
      ...(price === null ? {} : { price }),
      ...withClientId(clientId),
    },
  }
}

/** A fifth take at once; the others wait far from the market. */
function limitPrice(price: number, side: 'BUY' | 'SELL', random: Random): number {
  const takes = random.chance(0.2)
  const isBelow = (side === 'BUY') !== takes
  return Number((price * (isBelow ? 0.7 : 1.3)).toPrecision(4))
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
