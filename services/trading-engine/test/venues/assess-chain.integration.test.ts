/** A chain that is another one than was booked: when it can be taken as it now is, and what happens then. */
import type { ChainVerdict } from '../../src/core/model/live/chain-verdict.js'
import { assessChain, type BookedReport, type PassedBlock } from '../../src/venues/chain/follow/assess-chain.js'
import { CHAIN_ID } from '../support/sender/memory-chain.js'
import { createMemoryAdapter } from '../support/sender/memory-adapter.js'
import { CONFIRMATIONS, createStage, ordersOn, type Stage } from '../support/sender/sender-stage.js'

async function begin() {
  const stage = createStage()
  const passed: PassedBlock[] = []
  /** Reads what is confirmed, block by block, and remembers where it was. */
  const follow = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      const cursor = await stage.store.cursor('GMX', CHAIN_ID)
      if (cursor !== null) passed.unshift({ ...cursor, since: 0 })
      stage.chain.mine()
      await stage.runSender(0)
      await stage.runFollower()
    }
  }
  await stage.runFollower()
  await follow(6)
  return { stage, passed, follow }
}

const reportsOf = ({ core, addresses }: Stage): readonly BookedReport[] =>
  core.booked.flatMap((report): readonly BookedReport[] => {
    if (!('place' in report) || report.kind === 'accepted' || report.kind === 'charged') return []
    const { txHash, logIndex } = report.place
    const fill = report.kind === 'executed' ? report.fill : null
    return addresses.map(() => ({
      ...{ accountId: 'account-0', kind: report.kind, txHash: txHash as `0x${string}`, logIndex, fill },
    }))
  })

const judge = (stage: Stage, passed: readonly PassedBlock[]): Promise<ChainVerdict> =>
  assessChain({
    adapter: createMemoryAdapter({ endsOf: () => ['keeper'] }),
    client: stage.client,
    store: {
      cursor: (venue, chainId) => stage.store.cursor(venue, chainId),
      passedBlocks: () => Promise.resolve(passed),
      wallets: (venue, chainId) => stage.store.wallets(venue, chainId),
      reportsSince: () => Promise.resolve(reportsOf(stage)),
      settledAfter: (_wallets, block) =>
        Promise.resolve(stage.store.transactions().filter((made) => made.block !== null && made.block > block)),
      transactionByHash: (hash) => stage.store.transactionByHash(hash),
    },
    findRequest: (id) => stage.core.findRequest(id),
  })

/** Does with it as the operator's command. */
function accept({ store }: Stage, verdict: ChainVerdict): void {
  if (verdict.kind !== 'acceptable') throw new Error(JSON.stringify(verdict))
  store.restore(verdict.to)
  for (const { nonce } of verdict.displaced) store.reopen(nonce)
}

const isFollowing = async (stage: Stage): Promise<boolean> => {
  const before = stage.mismatches.length
  await stage.runFollower()
  return stage.mismatches.length === before
}

test('the chain that was booked is none to be accepted', async () => {
  const { stage, passed } = await begin()
  expect(await judge(stage, passed)).toEqual({ kind: 'unchanged' })
})

test('where nothing of a wallet was in the blocks, the books are read on from the newest one that is left', async () => {
  const { stage, passed, follow } = await begin()
  await follow(10)
  stage.chain.reorganise(CONFIRMATIONS + 5)
  expect(await isFollowing(stage)).toBe(false)
  const verdict = await judge(stage, passed)
  const fork = stage.chain.head() - (CONFIRMATIONS + 5) - 1
  expect(verdict).toMatchObject({ kind: 'acceptable', to: { number: fork }, displaced: [] })
  accept(stage, verdict)
  stage.place('1')
  await stage.settle()
  expect(await isFollowing(stage)).toBe(true)
  expect(ordersOn(stage)).toEqual(['1/0'])
})

test('an execution that is booked and no more on the chain is not accepted', async () => {
  const { stage, passed, follow } = await begin()
  stage.place('1')
  await stage.runSender(0)
  stage.chain.mine()
  stage.chain.mine(stage.keepers())
  await follow(CONFIRMATIONS + 2)
  expect(stage.core.requests.get('1')?.state).toBe('EXECUTED')
  stage.chain.reorganise(2 * CONFIRMATIONS + 2)
  const verdict = await judge(stage, passed)
  expect(verdict).toMatchObject({
    kind: 'refused',
    problems: [expect.stringMatching(/^executed in 0x\w+, log 0: it is booked, and not on the chain$/)],
  })
})

test('an order of a replaced block is found again, or sent again, with the same bytes, and executed once', async () => {
  const { stage, passed, follow } = await begin()
  stage.place('1')
  await stage.runSender(0)
  await follow(CONFIRMATIONS + 3)
  expect(stage.core.requests.get('1')?.state).toBe('ACCEPTED')
  stage.chain.reorganise(2 * CONFIRMATIONS + 2)
  expect(await isFollowing(stage)).toBe(false)
  const verdict = await judge(stage, passed)
  expect(verdict).toMatchObject({ kind: 'acceptable', displaced: [{ nonce: 0 }] })
  accept(stage, verdict)
  await stage.settle()
  expect([ordersOn(stage), stage.chain.sent.size]).toEqual([['1/0'], 1])
  expect(stage.core.booked.filter(({ kind }) => kind === 'executed')).toHaveLength(1)
})

test('a chain of which no block is known is not accepted', async () => {
  const { stage } = await begin()
  stage.chain.reorganise(stage.chain.head())
  expect(await judge(stage, [])).toMatchObject({
    kind: 'refused',
    problems: ['no block is known that both chains have'],
  })
})
