import {
  CHAIN_ID,
  createMemoryChain,
  hexOfText,
  memorySigner,
  VENUE,
} from '../../../../test/support/sender/memory-chain.js'
import { acceptOrder } from '../../../../test/support/sender/memory-adapter.js'
import type { Hex } from '../../port.js'
import { createChainClient } from './chain-client.js'

const WALLET: Hex = `0x${'a1'.repeat(20)}`
const FILTER = { addresses: [VENUE], topics: [] }

function setUp({ blocks = 30, endpoints = 3 } = {}) {
  const time = { ms: 0 }
  const chain = createMemoryChain({ endpoints, contract: acceptOrder })
  const troubles: string[] = []
  const client = createChainClient({
    ...{ endpoints: chain.endpoints, chainId: CHAIN_ID, quorum: 2, confirmations: 5, behindMax: 3 },
    onTrouble: (endpoint, trouble) => void troubles.push(`${endpoint} ${trouble}`),
    now: () => time.ms,
  })
  for (let block = 0; block < blocks; block += 1) chain.mine()
  const faultsOf = (index: number) => {
    const endpoint = chain.endpoints[index]
    if (endpoint === undefined) throw new Error('no such endpoint')
    return endpoint.faults
  }
  const sign = (nonce: number, fee = 1_000n) =>
    memorySigner(WALLET).sign({
      ...{ chainId: CHAIN_ID, nonce, to: VENUE, value: 0n, gas: 1n, maxFeePerGas: fee, maxPriorityFeePerGas: 1n },
      data: hexOfText(JSON.stringify({ requestId: 'r', index: nonce, endsWith: 'keeper' })),
    })
  return { chain, client, troubles, faultsOf, sign, time }
}

describe('a chain through several endpoints', () => {
  test('takes the head and the confirmed block that a quorum has', async () => {
    const { client, troubles } = setUp()
    expect(await client.look()).toMatchObject({ head: 30, confirmed: { number: 25 }, baseFee: 100n })
    expect(troubles).toEqual([])
  })

  test.each([
    ['that is down', 0, { isDown: true }, 'memory-0 unreachable'],
    ['that lies about its head and hashes', 0, { isLying: true }, 'memory-0 disagrees'],
    ['that is behind', 2, { behind: 10 }, 'memory-2 behind'],
  ])('goes on without an endpoint %s, and counts it', async (_, index, faults, trouble) => {
    const { client, troubles, faultsOf } = setUp()
    Object.assign(faultsOf(index), faults)
    expect(await client.look()).toMatchObject({ head: 30, confirmed: { number: 25 } })
    expect(troubles).toEqual([trouble])
  })

  test('asks an endpoint that is down again after a while, twice as long each time, and after 30 s at most', async () => {
    const { client, troubles, faultsOf, time } = setUp()
    faultsOf(0).isDown = true
    const asked: number[] = []
    for (; time.ms < 100_000; time.ms += 500) {
      const before = troubles.length
      await client.look()
      if (troubles.length > before) asked.push(time.ms / 1_000)
    }
    expect(asked).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
  })

  test('asks those that rest, too, once the others do not agree', async () => {
    const { client, faultsOf } = setUp()
    faultsOf(0).isDown = true
    await client.look()
    faultsOf(0).isDown = false
    faultsOf(1).isLying = true
    expect(await client.look()).toMatchObject({ head: 30 })
  })

  test('trusts an endpoint again once it agrees', async () => {
    const { chain, client, troubles, faultsOf } = setUp()
    faultsOf(0).isLying = true
    await client.look()
    faultsOf(0).isLying = false
    faultsOf(1).isDown = true
    await client.look()
    expect(await client.blockHash(3)).toBe(await client.blockHash(3))
    expect(chain.head()).toBe(30)
    expect(troubles.filter((trouble) => trouble.startsWith('memory-0'))).toEqual(['memory-0 disagrees'])
  })

  test('sees nothing when no quorum agrees', async () => {
    const { client, faultsOf } = setUp()
    faultsOf(0).isLying = true
    faultsOf(1).isDown = true
    await expect(client.look()).rejects.toMatchObject({ name: 'NoQuorum' })
  })

  test('leaves endpoints of another chain out', async () => {
    const { chain } = setUp()
    const troubles: string[] = []
    const client = createChainClient({
      ...{ endpoints: chain.endpoints, chainId: 42_161, quorum: 2, confirmations: 5, behindMax: 3 },
      onTrouble: (_, trouble) => void troubles.push(trouble),
    })
    await expect(client.look()).rejects.toMatchObject({ name: 'NoQuorum' })
    expect(troubles).toEqual(['wrong_chain', 'wrong_chain', 'wrong_chain'])
  })

  test('gives bytes to every endpoint, and is content with one that takes them, or has them', async () => {
    const { chain, client, faultsOf, sign } = setUp()
    faultsOf(0).isDown = true
    const raw = await sign(0)
    await client.send(raw)
    await client.send(raw)
    chain.mine()
    expect(chain.mined().map(({ made }) => made.nonce)).toEqual([0])
    const other = await sign(0, 9_999n)
    await expect(client.send(other)).rejects.toMatchObject({ problem: 'nonce_too_low' })
  })

  test('knows a receipt that a quorum has, an absence that a quorum is sure of, and neither', async () => {
    const { chain, client, faultsOf, sign } = setUp()
    await client.send(await sign(0))
    chain.mine()
    const hash = chain.mined()[0]?.made.hash ?? '0x'
    expect(await client.receipts([hash, '0x00'])).toMatchObject([
      { kind: 'mined', receipt: { isSuccess: true, block: 31, gasUsed: 50_000n, gasPrice: 100n } },
      { kind: 'absent' },
    ])
    faultsOf(0).behind = 1
    faultsOf(1).behind = 1
    expect(await client.receipts([hash])).toEqual([{ kind: 'unsure' }])
  })

  test('reads logs that a quorum has, in the order of the chain', async () => {
    const { chain, client, faultsOf, sign } = setUp()
    await client.send(await sign(0))
    await client.send(await sign(1))
    chain.mine()
    faultsOf(2).behind = 3
    const logs = await client.logs(FILTER, 30, 31)
    expect(logs.map(({ block, logIndex, chainId }) => [block, logIndex, chainId])).toEqual([
      [31, 0, CHAIN_ID],
      [31, 1, CHAIN_ID],
    ])
    faultsOf(1).behind = 3
    faultsOf(0).isDown = true
    expect(await client.logs(FILTER, 30, 31)).toEqual([])
  })

  test('counts transactions at a block', async () => {
    const { chain, client, sign } = setUp()
    await client.send(await sign(0))
    chain.mine()
    expect([await client.nonceAt(WALLET, 30), await client.nonceAt(WALLET, 31)]).toEqual([0, 1])
  })
})
