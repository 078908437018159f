/**
 * The chain of a run and all that others do there: blocks come, keepers answer, prices move, and now and then it is
 * reorganised. One thing at a time happens to it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  deploy,
  deployGmx,
  deployOstium,
  loadArtifact,
  startChain,
  type Contract,
  type Hex,
  type Keeper,
  type TestChain,
} from '@ats/test-chain'
import type { Random } from '../random.js'
import type { VenueDeployments } from './venues.js'

export type VenueName = 'GMX' | 'OSTIUM'

export interface LiveChain {
  readonly chain: TestChain
  readonly usdc: Contract
  readonly deployments: VenueDeployments
  readonly keepers: Readonly<Record<VenueName, Keeper>>
  /** Lets nothing else happen to the chain in the meantime. */
  alone<T>(act: () => Promise<T>): Promise<T>
  /** A wallet's trades and orders are answered from now on. */
  serve(venue: VenueName, wallet: Hex): void
  /** While it is off, keepers are silent. */
  setAnswering(isOn: boolean): void
  /** From now on each answer executes. */
  endRefusals(): void
  /** While it is off, no block comes. */
  setMining(isOn: boolean): void
  /** USDC in its smallest unit, with what the venue owes the wallet. */
  money(venue: VenueName, wallet: Hex): Promise<bigint>
  stop(): Promise<void>
}

/** Not Arbitrum's: no real money is meant. */
export const CHAIN_ID = 31_337
const BLOCK_MS = 100
/** An engine that is ended again and again may be more than a minute behind. */
const STATES_KEPT = 1_000
/** How likely a waiting order is answered with a block, and refused. */
const ANSWER_CHANCE = 0.25
const REFUSAL_CHANCE = 0.15

/** Null where there is no anvil. */
export async function startLiveChain(random: Random): Promise<LiveChain | null> {
  const chain = await startChain({ mining: 'manual', chainId: CHAIN_ID, statesKept: STATES_KEPT })
  return chain === null ? null : playOn(chain, random)
}

async function playOn(chain: TestChain, random: Random): Promise<LiveChain> {
  const usdc = await deploy(chain, loadArtifact('MockUsdc'))
  const [gmx, ostium] = [await deployGmx(chain, usdc), await deployOstium(chain, usdc)]
  const venues = { GMX: gmx, OSTIUM: ostium }
  const keepers = { GMX: gmx.keeper, OSTIUM: ostium.keeper }
  const served: (readonly [VenueName, Hex])[] = []
  const state = { isAnswering: true, isRefusing: true, isMining: true, isOver: false }
  let failure: Error | null = null

  let last: Promise<unknown> = Promise.resolve()
  const alone = <T>(act: () => Promise<T>): Promise<T> => {
    const result = last.then(act)
    last = result.catch(() => undefined)
    return result
  }

  async function answer(venue: VenueName, wallet: Hex): Promise<void> {
    const keeper = keepers[venue]
    for (const venueOrderId of await keeper.waiting(wallet)) {
      if (!random.chance(ANSWER_CHANCE)) continue
      const isRefused = state.isRefusing && random.chance(REFUSAL_CHANCE)
      const [reason = '', ...others] = keeper.refusals
      await (isRefused
        ? keeper.refuse(wallet, venueOrderId, random.pick([reason, ...others]))
        : keeper.execute(wallet, venueOrderId))
    }
  }

  async function goOn(): Promise<void> {
    while (!state.isOver) {
      await sleep(BLOCK_MS)
      if (!state.isMining) continue
      await alone(async () => {
        await chain.mine()
        for (const [venue, wallet] of state.isAnswering ? served : []) await answer(venue, wallet)
      })
    }
  }
  const going = goOn().catch((error: unknown) => (failure = error instanceof Error ? error : new Error(String(error))))

  return {
    ...{ chain, usdc, keepers, alone, deployments: { gmx: gmx.deployment, ostium: ostium.deployment } },
    serve: (venue, wallet) => void served.push([venue, wallet]),
    setAnswering: (isOn) => void (state.isAnswering = isOn),
    endRefusals: () => void (state.isRefusing = false),
    setMining: (isOn) => void (state.isMining = isOn),
    money: async (venue, wallet) => (await usdc.read<bigint>('balanceOf', wallet)) + (await venues[venue].owed(wallet)),
    async stop() {
      state.isOver = true
      await going
      await chain.stop()
      if (failure !== null) throw failure
    },
  }
}
