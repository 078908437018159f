/**
 * The adapter of a contract on the memory chain that takes orders, which a keeper executes later, all at one price:
 * tests send transactions and follow logs, whatever they say. Calls and logs are JSON.
 */
import { ONE, price, quantity, usd } from '../../../src/core/values/decimal.js'
import { NO_CHARGES } from '../../../src/venues/chain/sending/charges.js'
import type { Call, Hex, VenueAdapter, VenueLog } from '../../../src/venues/port.js'
import type { ChainPlace, VenueFill, VenueRequest } from '../../../src/core/model/live/venue-request.js'
import { CHAIN_ID, hexOfText, textOfHex, VENUE, type MemoryLog, type MinedTransaction } from './memory-chain.js'

export interface Ordered {
  readonly requestId: string
  readonly index: number
  readonly endsWith: Call['endsWith']
}

export interface Said {
  readonly kind: 'accepted' | 'executed' | 'cancelled' | 'frozen'
  readonly wallet: Hex
  readonly venueOrderId: string
}

const ACCEPTED: Hex = '0xaa'

export const orderedBy = (data: Hex): Ordered => JSON.parse(textOfHex(data)) as Ordered
export const saidBy = ({ data }: Pick<MemoryLog, 'data'>): Said => JSON.parse(textOfHex(data)) as Said

export const sayingOf = (said: Said): MemoryLog => ({ topics: [ACCEPTED], data: hexOfText(JSON.stringify(said)) })

/** Takes an order whose keeper is to answer. */
export const acceptOrder = ({ data, from, hash }: MinedTransaction): readonly MemoryLog[] =>
  orderedBy(data).endsWith === 'keeper' ? [sayingOf({ kind: 'accepted', wallet: from, venueOrderId: hash })] : []

/** A call of the wallet's own, by the name of what it does. */
export const ownCall = (name: string): Call => ({
  ...{ to: VENUE, value: 0n, gas: null, endsWith: 'receipt', description: name },
  data: hexOfText(JSON.stringify({ requestId: name, index: 0, endsWith: 'receipt' })),
})

export interface MemoryAdapterOptions {
  /** How each call of a request ends. */
  readonly endsOf: (request: VenueRequest) => readonly Call['endsWith'][]
  readonly prepare?: (wallet: Hex) => readonly Call[]
  readonly claims?: (wallet: Hex) => readonly Call[]
}

export function createMemoryAdapter({ endsOf, prepare, claims }: MemoryAdapterOptions): VenueAdapter {
  return {
    venue: 'GMX',
    chainId: CHAIN_ID,
    usdc: VENUE,
    plan: (request) =>
      endsOf(request).map((endsWith, index) => ({
        ...{ to: VENUE, value: 0n, gas: null, endsWith, description: `call ${index} of ${request.id}` },
        data: hexOfText(JSON.stringify({ requestId: request.id, index, endsWith })),
      })),
    prepare: (wallet) => Promise.resolve(prepare?.(wallet) ?? []),
    ...(claims && { claims: (wallet: Hex) => Promise.resolve(claims(wallet)) }),
    readLogs: (logs, wallets) =>
      logs.flatMap((log): (VenueLog & { readonly place: ChainPlace })[] => {
        const { chainId, block, blockHash, txHash, logIndex, data } = log
        const place = { chainId, block, blockHash, txHash, logIndex }
        const { kind, wallet, venueOrderId } = saidBy({ data })
        if (!wallets.has(wallet)) return []
        const about = { wallet, venueOrderId, place }
        if (kind === 'accepted') return [{ ...about, kind }]
        if (kind === 'cancelled' || kind === 'frozen') return [{ ...about, kind, reason: 'SLIPPAGE', fee: usd(0n) }]
        return [{ ...about, kind, cause: 'order' as const, fill: FILL }]
      }),
    logFilter: () => ({ addresses: [VENUE], topics: [] }),
    readWallet: (_wallet, { block }) =>
      Promise.resolve({ block, positions: [], orders: [], usdc: usd(0n), native: ONE, isPaused: false }),
    revertReason: (data) => (data === '0x' ? null : textOfHex(data)),
  }
}

const FILL: VenueFill = {
  venue: 'GMX',
  symbol: 'ETH-USD',
  side: 'BUY',
  isClosing: false,
  quantity: quantity(ONE),
  price: price(2_000n * ONE),
  charges: NO_CHARGES,
  collateral: usd(2_000n * ONE),
  payout: null,
  tradeId: null,
}
