import type { Hex } from '../port.js'
import arbitrum from './arbitrum.json'

/** Where GMX v2.2 lives and what it lists: everything about a chain that is not in the code. Addresses of the router
 * and the reader change with GMX's releases; data, order vault and events stay where they are. */
export interface GmxDeployment {
  readonly chainId: number
  readonly contracts: GmxContracts
  /** A market order can be withdrawn only after so long. */
  readonly requestExpirySeconds: number
  /** Paid to keepers above the minimum, for gas that becomes dearer before they come; what is left is refunded. */
  readonly executionFeeMarginPercent: number
  readonly markets: ReadonlyMap<string, GmxMarket>
  /** Tokens that markets pay in and that are the index of none. */
  readonly tokens: readonly GmxToken[]
}

export interface GmxContracts {
  readonly exchangeRouter: Hex
  /** Moves the wallet's USDC: the spender that it approves. */
  readonly router: Hex
  readonly orderVault: Hex
  readonly dataStore: Hex
  readonly reader: Hex
  readonly eventEmitter: Hex
  readonly usdc: Hex
}

export interface GmxMarket {
  readonly symbol: string
  readonly marketToken: Hex
  readonly indexToken: Hex
  readonly indexDecimals: number
}

export interface GmxToken {
  readonly address: Hex
  readonly name: string
  readonly decimals: number
}

/** A deployment as JSON has it. */
export interface GmxDocument {
  readonly chainId: number
  readonly contracts: Readonly<Record<keyof GmxContracts, string>>
  readonly requestExpirySeconds: number
  readonly executionFeeMarginPercent: number
  readonly markets: Readonly<
    Record<string, { readonly marketToken: string; readonly indexToken: string; readonly indexDecimals: number }>
  >
  /** By name. */
  readonly tokens?: Readonly<Record<string, { readonly address: string; readonly decimals: number }>>
}

/** Checks addresses and decimals; throws RangeError that names what is wrong. */
export function readDeployment(document: GmxDocument): GmxDeployment {
  const { contracts } = document
  return {
    chainId: document.chainId,
    contracts: {
      exchangeRouter: address(contracts.exchangeRouter, 'exchangeRouter'),
      router: address(contracts.router, 'router'),
      orderVault: address(contracts.orderVault, 'orderVault'),
      dataStore: address(contracts.dataStore, 'dataStore'),
      reader: address(contracts.reader, 'reader'),
      eventEmitter: address(contracts.eventEmitter, 'eventEmitter'),
      usdc: address(contracts.usdc, 'usdc'),
    },
    requestExpirySeconds: document.requestExpirySeconds,
    executionFeeMarginPercent: document.executionFeeMarginPercent,
    markets: new Map(
      Object.entries(document.markets).map(([symbol, market]) => [
        symbol,
        {
          symbol,
          marketToken: address(market.marketToken, symbol),
          indexToken: address(market.indexToken, symbol),
          indexDecimals: decimals(market.indexDecimals, symbol),
        },
      ]),
    ),
    tokens: Object.entries(document.tokens ?? {}).map(([name, token]) => ({
      ...{ name, address: address(token.address, name), decimals: decimals(token.decimals, name) },
    })),
  }
}

/** GMX on Arbitrum One as of August 2026. */
export const arbitrumDeployment = (): GmxDeployment => readDeployment(arbitrum)

function address(text: string, name: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new RangeError(`GMX ${name}: not an address: ${text}`)
  return text as Hex
}

function decimals(count: number, symbol: string): number {
  if (!Number.isInteger(count) || count < 0 || count > 30) throw new RangeError(`GMX ${symbol}: decimals ${count}`)
  return count
}
