/** Faults on the way of a live order in which no process ends: endpoints, blocks, keepers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { waitUntil } from '@ats/local-stack'
import type { Hex, RpcFault } from '@ats/test-chain'
import type { Random } from '../random.js'
import type { LiveTestBed } from './live-test-bed.js'

export interface LiveFault {
  readonly name: string
  /** Resolves when it is over. */
  inject(testBed: LiveTestBed, random: Random): Promise<void>
}

const LEAST_MS = 300
const MOST_MS = 1_500

/** Until some requests have met it. */
const ofEndpoints = (name: string, fault: RpcFault, count: number): LiveFault => ({
  name,
  async inject({ endpoints }, random) {
    const first = random.below(endpoints.length)
    const struck = endpoints.filter((_, index) => (index - first + endpoints.length) % endpoints.length < count)
    await Promise.all(struck.map((endpoint) => endpoint.fail(fault)))
    await sleep(LEAST_MS)
    await waitUntil(() => struck.some((endpoint) => endpoint.met() > 0), { timeoutMs: MOST_MS })
    await Promise.all(struck.map((endpoint) => endpoint.fail(null)))
  },
})

const reorganisation = (depth: number): LiveFault => ({
  name: `a reorganisation ${depth} deep`,
  inject: (testBed, random) => testBed.live.alone(() => reorganise(testBed, depth, random)),
})

/** Mines again, elsewhere, what was mined of some wallets; of the others it is gone, from the pool as well. */
async function reorganise({ live, database }: LiveTestBed, depth: number, random: Random): Promise<void> {
  const { chain } = live
  const head = await chain.head()
  const hashes: Hex[] = []
  for (let number = head - depth + 1; number <= head; number += 1) {
    const hex = `0x${number.toString(16)}`
    const { transactions } = await chain.rpc<{ transactions: readonly Hex[] }>('eth_getBlockByNumber', hex, false)
    hashes.push(...transactions)
  }
  const { rows } = await database.query<{ wallet: string; raw: Hex }>(
    `select wallet, '0x' || encode(raw, 'hex') as raw from venue_transactions where hash = any($1) order by nonce`,
    [hashes],
  )
  const wallets = [...new Set(rows.map(({ wallet }) => wallet))].filter(() => random.chance(0.5))
  const blocks = new Map(wallets.map((wallet) => [wallet, random.below(depth)]))
  const again = rows.flatMap<readonly [Hex, number]>(({ wallet, raw }) => {
    const block = blocks.get(wallet)
    return block === undefined ? [] : [[raw, block]]
  })
  await chain.reorg(depth, again)
  for (const keeper of Object.values(live.keepers)) await keeper.reset()
}

/** Transactions that wait to be mined run only after the venues have been paused: those that open revert. */
export const reverts: LiveFault = {
  name: 'reverted when it is mined',
  async inject({ live, database }) {
    const { chain, keepers } = live
    live.setMining(false)
    const waiting = async (): Promise<readonly Hex[]> => {
      const { pending } = await chain.rpc<{ pending: Record<string, Record<string, { hash: Hex }>> }>('txpool_content')
      return Object.values(pending).flatMap((ofWallet) => Object.values(ofWallet).map(({ hash }) => hash))
    }
    await waitUntil(async () => (await waiting()).length > 0, { timeoutMs: 2 * MOST_MS })
    await live.alone(async () => {
      const hashes = await waiting()
      const { rows } = await database.query<{ hash: Hex; raw: Hex }>(
        `select hash, '0x' || encode(raw, 'hex') as raw from venue_transactions where hash = any($1) order by nonce`,
        [hashes],
      )
      for (const { hash } of rows) await chain.dropTransaction(hash)
      for (const keeper of Object.values(keepers)) await keeper.setPaused(true)
      for (const { raw } of rows) await chain.rpc('eth_sendRawTransaction', raw)
      await chain.mine()
      for (const keeper of Object.values(keepers)) await keeper.setPaused(false)
    })
    live.setMining(true)
  },
}

/** Keepers are silent, and the blocks go on. */
const silence: LiveFault = {
  name: 'keepers that answer late',
  async inject({ live }) {
    live.setAnswering(false)
    await sleep(MOST_MS)
    live.setAnswering(true)
  },
}

const stillness: LiveFault = {
  name: 'no block for a while',
  async inject({ live }) {
    live.setMining(false)
    await sleep(MOST_MS)
    live.setMining(true)
  },
}

const ENDPOINTS = 3

export const LIVE_FAULTS: readonly [LiveFault, ...LiveFault[]] = [
  reorganisation(1),
  reorganisation(3),
  reorganisation(10),
  reverts,
  silence,
  stillness,
  ofEndpoints('one endpoint refuses', 'refuse', 1),
  ofEndpoints('all endpoints refuse', 'refuse', ENDPOINTS),
  ofEndpoints('one endpoint hangs', 'hang', 1),
  ofEndpoints('all endpoints hang', 'hang', ENDPOINTS),
  ofEndpoints('one endpoint is behind', { head: -3 }, 1),
  ofEndpoints('all endpoints are behind', { head: -3 }, ENDPOINTS),
  ofEndpoints('one endpoint names blocks that do not exist', { head: 50 }, 1),
  ofEndpoints('a transaction is dropped', 'dropped', ENDPOINTS),
  ofEndpoints('already known', 'already_known', ENDPOINTS),
  ofEndpoints('the answer is lost', 'lost_answer', ENDPOINTS),
  ofEndpoints('nonce too low', 'nonce_too_low', 1),
  ofEndpoints('underpriced', 'underpriced', 1),
  ofEndpoints('internal error', 'internal', 1),
  ofEndpoints('null', 'null_result', 1),
  ofEndpoints('half an answer', 'half', 1),
]

/** A price that goes up and down; what is due at the venues is done. */
export async function movePrice(testBed: LiveTestBed, accounts: VenueWallets, random: Random): Promise<void> {
  await testBed.setPrice(Math.round(60_000 * random.between(0.98, 1.02)))
  await testBed.live.alone(async () => {
    for (const { venue, wallet } of accounts) await testBed.live.keepers[venue].sweep(wallet, 'BTC-USD')
  })
}

type VenueWallets = readonly { readonly venue: 'GMX' | 'OSTIUM'; readonly wallet: Hex }[]
