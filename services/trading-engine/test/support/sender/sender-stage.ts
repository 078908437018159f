/** Wallets on a chain in memory, and processes that run their senders and can be ended at any named point. */
import { createLogger } from '@ats/service-kit/process'
import { negate, ONE, price, type Price } from '../../../src/core/values/decimal.js'
import type { VenueRequest } from '../../../src/core/model/live/venue-request.js'
import {
  createBlockFollower,
  type BlockFollower,
  type FollowStore,
  type FollowPoint,
} from '../../../src/venues/chain/follow/block-follower.js'
import type { SenderLimits, SetbackStep } from '../../../src/venues/chain/sending/wallet-view.js'
import { isEnded } from '../../../src/core/model/live/venue-request-states.js'
import { isGasDue, isUnfinished } from '../../../src/core/model/live/venue-transaction.js'
import type { SenderPoint, SenderStore } from '../../../src/venues/chain/sending/sender-options.js'
import { createWalletSender, type WalletSender } from '../../../src/venues/chain/sending/wallet-sender.js'
import { createChainClient } from '../../../src/venues/chain/rpc/chain-client.js'
import type { Call, Hex, VenueAdapter } from '../../../src/venues/port.js'
import { createMemoryCore, createMemoryStore, openRequest, tradingWallet } from './memory-books.js'
import { CHAIN_ID, createMemoryChain, memorySigner, type MemoryChainOptions } from './memory-chain.js'
import { acceptOrder, createMemoryAdapter, orderedBy, ownCall, saidBy, sayingOf } from './memory-adapter.js'

export type Point = SenderPoint | FollowPoint

/** A process that ends here and now. */
export class Killed extends Error {}

export interface StageOptions extends Partial<MemoryChainOptions> {
  readonly wallets?: number
  readonly limits?: Partial<SenderLimits>
  readonly endsOf?: (request: VenueRequest) => readonly Call['endsWith'][]
  /** Each wallet has to give an allowance first. */
  readonly isApproving?: boolean
  /** Payouts that the venue keeps ready for each wallet. */
  readonly hasClaims?: boolean
  readonly isDryRun?: boolean
  readonly logs?: (line: string) => void
  /** The parts of its venue that are different. */
  readonly venue?: Partial<VenueAdapter>
  readonly onSetback?: (step: SetbackStep) => void
  /** Instead of the one in memory. */
  readonly stored?: SenderStore & FollowStore
  readonly accountOf?: (wallet: number) => string
}

export const CONFIRMATIONS = 4
export const APPROVAL = 'approval'
export const CLAIM = 'claim'
/** Dollars for the native token: another one in each block. */
export const priceAt = (block: number): Price => price((2_000n + BigInt(block)) * ONE)
const LIMITS: SenderLimits = {
  ...{ resendAfter: 2, replaceAfter: 6, feeMax: 1_000_000n, inFlightMax: 8 },
  ...{ claimEvery: 10, attemptsMax: 3 },
}

export function createStage(options: StageOptions = {}) {
  const {
    wallets: count = 1,
    endsOf = () => ['keeper'],
    isApproving = false,
    hasClaims = false,
    isDryRun = false,
    logs,
    venue = {},
    onSetback = () => undefined,
    contract = acceptOrder,
    accountOf = (wallet: number) => `account-${wallet}`,
    ...chainOptions
  } = options
  const chain = createMemoryChain({ ...chainOptions, contract })
  const isOpen = (request: VenueRequest | undefined): boolean => request !== undefined && !isEnded(request)
  const addresses = Array.from({ length: count }, (_, index): Hex => `0x${(index + 16).toString(16).repeat(20)}`)
  const core = createMemoryCore()
  const wallets = addresses.map((address, index) => tradingWallet(address, accountOf(index)))
  const store = createMemoryStore(wallets, (id) => isOpen(core.requests.get(id)))
  const durable = options.stored ?? store
  /** As long as the wallet has not done it on the chain. */
  const untilDone = (name: string) => (wallet: Hex) => {
    const call = ownCall(`${name} of ${wallet}`)
    return chain.mined().some(({ made }) => made.data === call.data) ? [] : [call]
  }
  const adapter = {
    ...createMemoryAdapter({
      endsOf,
      ...(isApproving && { prepare: untilDone(APPROVAL) }),
      ...(hasClaims && { claims: untilDone(CLAIM) }),
    }),
    ...venue,
  }
  const client = createChainClient({
    ...{ endpoints: chain.endpoints, chainId: CHAIN_ID, quorum: 2, confirmations: CONFIRMATIONS, behindMax: 50 },
    onTrouble: () => undefined,
  })
  const reached: Point[] = []
  const killed: Point[] = []
  const mismatches: unknown[] = []
  let killAt = Infinity
  let senders: readonly WalletSender[] = []
  let follower: BlockFollower

  const at = (point: Point): void => {
    reached.push(point)
    if (reached.length - 1 !== killAt) return
    killed.push(point)
    throw new Killed(point)
  }
  const destination = logs === undefined ? undefined : { write: logs }
  const logger = createLogger({
    ...{ service: 'test', level: logs === undefined ? 'silent' : 'info' },
    ...(destination && { destination }),
  })
  const nativePriceAt = (block: number) => Promise.resolve(priceAt(block))

  /** A process begins: it knows nothing but what is stored. */
  const restart = (): void => {
    senders = addresses.map((address, index) =>
      createWalletSender({
        ...{
          address,
          accountId: accountOf(index),
          client,
          adapter,
          store: durable,
          books: core,
          isDryRun,
          nativePriceAt,
          logger,
          at,
          onSetback,
        },
        ...{
          signer: memorySigner(address),
          limits: { ...LIMITS, ...options.limits },
          isHeld: () => true,
          now: () => 0,
        },
      }),
    )
    follower = createBlockFollower({
      ...{ adapter, client, store: durable, nativePriceAt, blocksMax: 3, at },
      book: (accountId, report) => core.book(accountId, report),
      findRequest: (id) => core.findRequest(id),
      onMismatch: (...mismatch) => Promise.resolve(void mismatches.push(mismatch)),
    })
  }
  restart()

  /** Runs it to its end, or to that of the process. */
  async function alive(run: () => Promise<unknown>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      restart()
    }
  }

  /** Answers of keepers to orders that have none yet. */
  const keepers = (pick: (order: string) => boolean = () => true) => {
    const said = chain.logs().map(saidBy)
    const answered = new Set(said.filter(({ kind }) => kind !== 'accepted').map(({ venueOrderId }) => venueOrderId))
    return said
      .filter(({ kind, venueOrderId }) => kind === 'accepted' && !answered.has(venueOrderId) && pick(venueOrderId))
      .map((order) => sayingOf({ ...order, kind: 'executed' }))
  }

  const hasUnfinished = async (): Promise<boolean> => {
    const stored = await Promise.all(addresses.map((address) => durable.load(address, [])))
    return stored.some(({ transactions }) => transactions.some((one) => isUnfinished(one) || isGasDue(one)))
  }

  return {
    ...{ chain, core, store, client, reached, killed, mismatches, addresses, restart, keepers, alive },
    runSender: (index: number) => alive(async () => senders[index]?.run(await client.look())),
    runFollower: () => alive(async () => follower.run(await client.look())),
    /** Ends the process when it reaches this point, counted from 1 at the beginning. */
    killAt: (position: number) => void (killAt = position),
    place(id: string, wallet = 0) {
      core.place(openRequest(id, accountOf(wallet)))
    },
    /** All of it, block by block, until every request has its end and every nonce too; to the blocks it took. */
    async settle(blocksMax = 200): Promise<number> {
      for (let block = 0; block < blocksMax; block += 1) {
        for (const index of addresses.keys()) await this.runSender(index)
        await this.runFollower()
        const isDone = [...core.requests.values()].every(isEnded)
        if (isDone && !(await hasUnfinished())) return block
        chain.mine(keepers())
      }
      throw new Error('it does not come to an end')
    },
  }
}
export type Stage = ReturnType<typeof createStage>

/** The orders that the contract was given on the chain as it is, by request and call. */
export const ordersOn = ({ chain }: Stage): readonly string[] =>
  chain
    .mined()
    .filter(({ isSuccess, made }) => isSuccess && made.data !== '0x')
    .map(({ made }) => orderedBy(made.data))
    .filter(({ requestId }) => !isOwn(requestId))
    .map(({ requestId, index }) => `${requestId}/${index}`)

const isOwn = (name: string): boolean => name.startsWith(APPROVAL) || name.startsWith(CLAIM)

/** The dollars that each transaction on the chain as it is has paid, by its hash, and those that the books have. */
export function gasOf({ chain, core }: Stage): Record<'paid' | 'booked', readonly (readonly [Hex, bigint])[]> {
  const paid = chain.mined().map(({ made, block, gas }) => [made.hash, gas * (2_000n + BigInt(block))] as const)
  const booked = core.booked.flatMap((report) =>
    report.kind === 'charged' ? [[report.place.txHash as Hex, negate(report.charges.execution)] as const] : [],
  )
  const sorted = (amounts: readonly (readonly [Hex, bigint])[]) => [...amounts].sort(([a], [b]) => (a < b ? -1 : 1))
  return { paid: sorted(paid), booked: sorted(booked) }
}

/** The nonces that each call was ever sent with. */
export function noncesOfCalls({ chain }: Stage): ReadonlyMap<string, ReadonlySet<number>> {
  const nonces = new Map<string, Set<number>>()
  for (const raw of chain.sent) {
    const [, , nonce, , data] = JSON.parse(Buffer.from(raw.slice(2), 'hex').toString()) as [0, 0, number, 0, Hex]
    if (data === '0x') continue
    const { requestId, index } = orderedBy(data)
    const key = `${requestId}/${index}`
    nonces.set(key, (nonces.get(key) ?? new Set()).add(nonce))
  }
  return nonces
}
