import { notFound, type Route } from '@ats/service-kit/http'
import { RequestError } from '@ats/service-kit/process'
import {
  changeWallet,
  registerWallet,
  type TradingWalletDependencies,
} from '../../../commands/operator/trading-wallets.js'
import type { ReadFunds, TradingWallet, WalletFunds, WalletStanding } from '../../../core/model/live/trading-wallet.js'
import type { Hex } from '../../../core/model/live/venue-transaction.js'
import type { ReadDifferences } from '../../../core/read/reconcile.js'
import { findTradingWallet, listTradingWallets } from '../../../queries/operator-lists.js'
import { asNumber, decimalWriter } from '../../../wire/decimals.js'
import {
  acceptedChainCodec,
  tradingWalletCodec,
  venueReadingCodec,
} from '../../../wire/operator/trading-wallet-codec.js'
import { decimalsQuery } from '../../schemas/queries.js'
import { acceptChain } from '../../../commands/operator/accept-chain.js'
import type { AssessChain } from '../../../core/model/live/chain-verdict.js'
import { route, type Operator } from '../operator.js'
import { acceptChainBody, noBody, reasonBody, walletBody } from '../schemas/requests.js'
import * as answers from '../schemas/responses.js'

export interface WalletRouteDependencies extends TradingWalletDependencies {
  /** Null while live execution is off. */
  readonly readFunds: ReadFunds
  /** Null while live execution is off, and until its venue was read once. */
  readonly readDifferences: ReadDifferences
  readonly assessChain: AssessChain
  readonly config: {
    readonly LIVE_CHAIN_ID: number | null
    readonly LIVE_GAS_PER_DAY: bigint
    readonly LIVE_GAS_PER_ORDER: bigint
  }
}

const tags = ['wallets']
const params = { address: 'text' } as const
const responses = { 200: { description: 'The wallet as it then is.', schema: answers.tradingWallet } }

const about = { method: 'POST', tags, params, query: decimalsQuery, responses, errors: ['not_found'] } as const

/** A chain that does not answer hides no wallets. */
const fundsOf = (readFunds: ReadFunds, wallet: TradingWallet): Promise<WalletFunds | null> =>
  readFunds(wallet).catch(() => null)

export function walletRoutes(dependencies: WalletRouteDependencies): readonly Route<Operator>[] {
  const { pool, readFunds, readDifferences, config } = dependencies
  return [
    route('change', {
      method: 'POST',
      path: '/operator/v1/wallets',
      operationId: 'registerWallet',
      summary: 'Let an account trade with a wallet, at one venue',
      description: 'Its key stays with its signer: `keystore`, a file of this service, or `remote`.',
      tags,
      query: decimalsQuery,
      body: walletBody,
      responses: {
        200: { description: 'It was registered already.', schema: answers.tradingWallet },
        201: { description: 'The wallet.', schema: answers.tradingWallet },
      },
      errors: ['not_found', 'conflict'],
      handler: async ({ principal, body, query }) => {
        if (config.LIVE_CHAIN_ID === null)
          throw new RequestError('conflict', 'LIVE_CHAIN_ID is not set: wallets are of a chain', { reason: 'no_chain' })
        const registered = await registerWallet(
          dependencies,
          {
            ...{ address: body.address as Hex, accountId: body.account_id, venue: body.venue, signer: body.signer },
            ...{ chainId: config.LIVE_CHAIN_ID, state: 'ACTIVE', stateReason: null },
            gasPerDayMax: body.gas_per_day ?? config.LIVE_GAS_PER_DAY,
            gasPerOrderMax: body.gas_per_order ?? config.LIVE_GAS_PER_ORDER,
          },
          { ...principal, request: { address: body.address, account_id: body.account_id, venue: body.venue } },
        )
        const { wallet, isNew } = registered
        return {
          status: isNew ? 201 : 200,
          body: tradingWalletCodec.value({ wallet, funds: null }, decimalWriter(query.decimals)),
        }
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/wallets',
      operationId: 'listWallets',
      summary: 'Trading wallets by address, with their means on the chain',
      tags,
      query: decimalsQuery,
      responses: { 200: { description: 'All of them.', schema: answers.tradingWallets } },
      errors: [],
      handler: async ({ query }) => {
        const write = decimalWriter(query.decimals)
        const wallets = await listTradingWallets(pool)
        const funds = await Promise.all(wallets.map((wallet) => fundsOf(readFunds, wallet)))
        return {
          status: 200,
          body: wallets.map((wallet, index) =>
            tradingWalletCodec.value({ wallet, funds: funds[index] ?? null }, write),
          ),
        }
      },
    }),
    route('read', {
      method: 'GET',
      path: '/operator/v1/wallets/:address/differences',
      operationId: 'compareWallet',
      summary: 'Compare the books with what the venue holds of a wallet now',
      description:
        'At the block to which the books have been advanced. It halts nothing: the same difference in two readings of the engine, 20 blocks apart or more, does.',
      tags,
      params,
      responses: { 200: { description: 'What differs.', schema: answers.venueReading } },
      errors: ['not_found'],
      handler: async ({ params: { address } }) => {
        const wallet = await findTradingWallet(pool, address.toLowerCase() as Hex)
        if (wallet === null) throw notFound('wallet')
        const reading = await readDifferences(wallet)
        return { status: 200, body: venueReadingCodec.value({ wallet, reading }, asNumber) }
      },
    }),
    acceptChainRoute(dependencies),
    ...standingRoutes(dependencies),
  ]
}

const acceptChainRoute = (dependencies: WalletRouteDependencies): Route<Operator> =>
  route('change', {
    method: 'POST',
    path: '/operator/v1/wallets/accept-chain',
    operationId: 'acceptChain',
    summary: 'Read on from a block that the chain of a venue still has, after a reorganisation of booked blocks',
    description:
      'For wallets of the venue that were halted with `venue_mismatch` because a booked block is another one now. ' +
      'Refused, with what is missing, unless all that was booked since is on the chain as it was booked. What is ' +
      'read a second time changes nothing. The accounts stay halted until they are released.',
    tags,
    body: acceptChainBody,
    responses: { 200: { description: 'From where to where.', schema: answers.acceptedChain } },
    errors: ['conflict'],
    handler: async ({ principal, body: { venue, reason } }) => {
      const accepted = await acceptChain(dependencies, venue, { ...principal, request: { venue, reason } })
      return { status: 200, body: acceptedChainCodec.value(accepted, asNumber) }
    },
  })

function standingRoutes(dependencies: TradingWalletDependencies): readonly Route<Operator>[] {
  const change = (address: string, state: WalletStanding, reason: string | null, operator: Operator) =>
    changeWallet(dependencies, { address, state, reason }, { ...operator, request: { address, reason } })
  return [
    route('change', {
      ...about,
      path: '/operator/v1/wallets/:address/pause',
      operationId: 'pauseWallet',
      summary: 'Sign nothing more for a wallet; what is signed is brought to its end',
      body: reasonBody,
      handler: async ({ principal, params: { address }, body: { reason }, query }) => {
        const wallet = await change(address, 'PAUSED', reason, principal)
        return { status: 200, body: tradingWalletCodec.value({ wallet, funds: null }, decimalWriter(query.decimals)) }
      },
    }),
    route('change', {
      ...about,
      path: '/operator/v1/wallets/:address/drain',
      operationId: 'drainWallet',
      summary: 'Open nothing more with a wallet; what is open can be closed',
      body: reasonBody,
      handler: async ({ principal, params: { address }, body: { reason }, query }) => {
        const wallet = await change(address, 'DRAINING', reason, principal)
        return { status: 200, body: tradingWalletCodec.value({ wallet, funds: null }, decimalWriter(query.decimals)) }
      },
    }),
    route('change', {
      ...about,
      path: '/operator/v1/wallets/:address/resume',
      operationId: 'resumeWallet',
      summary: 'Let a wallet trade again',
      body: noBody,
      bodyOptional: true,
      handler: async ({ principal, params: { address }, query }) => {
        const wallet = await change(address, 'ACTIVE', null, principal)
        return { status: 200, body: tradingWalletCodec.value({ wallet, funds: null }, decimalWriter(query.decimals)) }
      },
    }),
  ]
}
