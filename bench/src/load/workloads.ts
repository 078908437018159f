import type { Load } from './messages.js'
import { createRequests, type PreparedRequest } from './requests.js'

/** The next request, or undefined when there is none left. */
export type Source = () => PreparedRequest | undefined

/** Small sizes of liquid symbols: positions stay far from every limit of the plan. */
const MARKETS = [
  { symbol: 'BTC-USD', quantity: '0.001' },
  { symbol: 'ETH-USD', quantity: '0.03' },
  { symbol: 'SOL-USD', quantity: '0.7' },
  { symbol: 'BNB-USD', quantity: '0.1' },
  { symbol: 'XRP-USD', quantity: '50' },
] as const

/** No other workload trades it, so a position in it is the one that was opened to be closed. */
const CLOSED_SYMBOL = 'LINK-USD'
const RESTING = '"symbol":"BTC-USD","side":"BUY","kind":"LIMIT","quantity":0.0001,"price":20000'
const ORDER_ID_AT = '{"order":{"id":"'.length
const UUID_LENGTH = 36

const marketTerms = (account: number, side: 'BUY' | 'SELL'): string => {
  const { symbol, quantity } = MARKETS[account % MARKETS.length] ?? MARKETS[0]
  return `"symbol":"${symbol}","side":"${side}","kind":"MARKET","quantity":${quantity}`
}

/** State that one load leaves for a later one. */
export interface Memory {
  readonly restingOrders: { readonly account: number; readonly orderId: string }[]
  readonly openPositions: number[]
  /** By port: the accounts whose next order sells, so that positions opened in one load close in the next. */
  readonly sellers: Map<number, Set<number>>
}

export const createMemory = (): Memory => ({ restingOrders: [], openPositions: [], sellers: new Map() })

export function createSource(load: Load, memory: Memory): Source {
  const source = createEndlessSource(load, memory)
  let left = load.requests ?? Infinity
  return () => (left-- > 0 ? source() : undefined)
}

function createEndlessSource({ workload, users, run, port }: Load, memory: Memory): Source {
  const requests = createRequests(users)
  let sent = 0
  const clientId = (): string => `b-${run}-${(sent++).toString().padStart(9, '0')}`
  const sellers = memory.sellers.get(port) ?? new Set<number>()
  memory.sellers.set(port, sellers)
  const nextTerms = (account: number): string => {
    const isSale = sellers.delete(account)
    if (!isSale) sellers.add(account)
    return marketTerms(account, isSale ? 'SELL' : 'BUY')
  }
  const marketOrder = (account: number): PreparedRequest => requests.order(account, nextTerms(account), clientId())
  const marketOrders = (account: number, count: number): PreparedRequest =>
    requests.batch(
      account,
      Array.from({ length: count }, () => ({ terms: nextTerms(account), clientId: clientId() })),
    )

  switch (workload.kind) {
    case 'place':
      return () => marketOrder(randomBelow(workload.accounts))
    case 'place-batch':
      return () => marketOrders(randomBelow(workload.accounts), workload.size)
    case 'place-once':
      return counting(workload.accounts, (index) => marketOrder(workload.from + index))
    case 'rest':
      return counting(workload.count, (index) => {
        const account = index % workload.accounts
        return remembering(requests.order(account, RESTING, clientId()), (body) => {
          const orderId = body.slice(ORDER_ID_AT, ORDER_ID_AT + UUID_LENGTH)
          memory.restingOrders.push({ account, orderId })
        })
      })
    case 'cancel':
      return () => {
        const order = memory.restingOrders.pop()
        return order === undefined ? undefined : requests.cancel(order.account, order.orderId)
      }
    case 'open-positions':
      return counting(workload.count, (index) => {
        const account = workload.from + index
        const terms = `"symbol":"${CLOSED_SYMBOL}","side":"BUY","kind":"MARKET","quantity":7`
        return remembering(requests.order(account, terms, clientId()), () => memory.openPositions.push(account))
      })
    case 'close':
      return () => {
        const account = memory.openPositions.pop()
        return account === undefined ? undefined : requests.close(account, CLOSED_SYMBOL)
      }
    case 'read':
      return () => requests.readAccount(workload.path, randomBelow(workload.accounts))
    case 'read-once':
      return counting(workload.accounts, (index) => requests.readAccount(workload.path, index))
    case 'get': {
      const request = requests.get(workload.path)
      return () => request
    }
  }
}

function counting(count: number, make: (index: number) => PreparedRequest): Source {
  let next = 0
  return () => (next < count ? make(next++) : undefined)
}

const remembering = (request: PreparedRequest, remember: (body: string) => void): PreparedRequest => ({
  bytes: request.bytes,
  check(status, body) {
    const problem = request.check(status, body)
    if (problem === undefined) remember(body)
    return problem
  },
})

const randomBelow = (count: number): number => Math.floor(Math.random() * count)
