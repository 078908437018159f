/** The sender of live orders over a chain: what it does with each thing that can happen on the way. */
import assert from 'node:assert/strict'
import { ONE } from '../../src/core/values/decimal.js'
import { NO_CHARGES } from '../../src/venues/chain/sending/charges.js'
import type { Hex } from '../../src/venues/port.js'
import { CHAIN_ID, hexOfText, memorySigner, VENUE } from '../support/sender/memory-chain.js'
import { orderedBy, saidBy, sayingOf } from '../support/sender/memory-adapter.js'
import {
  CLAIM,
  CONFIRMATIONS,
  createStage,
  gasOf,
  noncesOfCalls,
  ordersOn,
  type Stage,
} from '../support/sender/sender-stage.js'

const walletOf = ({ addresses }: Stage): Hex => addresses[0] ?? '0x'
const stateOf = ({ core }: Stage, id: string) => core.requests.get(id)?.state
const reasonOf = ({ core }: Stage, id: string) => core.requests.get(id)?.reason
const kindsOf = ({ core }: Stage, id: string) =>
  core.booked.filter(({ requestId }) => requestId === id).map(({ kind }) => kind)
const mine = ({ chain }: Stage, blocks: number): void => {
  for (let block = 0; block < blocks; block += 1) chain.mine()
}
/** A stage whose logs are read from now on. */
async function begin(...options: Parameters<typeof createStage>): Promise<Stage> {
  const stage = createStage(...options)
  await stage.runFollower()
  return stage
}
const change = ({ store }: Stage, changed: Partial<ReturnType<Stage['store']['wallet']>>, wallet: Hex): void =>
  store.setWallet({ ...store.wallet(wallet), ...changed })

describe('a request', () => {
  test('is signed, sent, accepted and executed, each told once and in this order', async () => {
    const stage = await begin()
    stage.place('1')
    await stage.settle()
    stage.restart()
    await stage.settle()
    expect(kindsOf(stage, '1')).toEqual(['signed', 'sent', 'charged', 'accepted', 'executed'])
  })

  test('is not begun before the logs of its venue are read', async () => {
    const stage = createStage()
    stage.place('1')
    await stage.runSender(0)
    expect([stage.chain.sent.size, stage.store.transactions()]).toEqual([0, []])
  })

  test('of several calls has the next sent once the one before has ended', async () => {
    const stage = await begin({ endsOf: () => ['keeper', 'keeper'] })
    stage.place('1')
    await stage.runSender(0)
    mine(stage, 20)
    await stage.runSender(0)
    expect(ordersOn(stage)).toEqual(['1/0'])
    await stage.settle()
    expect(ordersOn(stage)).toEqual(['1/0', '1/1'])
    expect(kindsOf(stage, '1').filter((kind) => kind === 'executed')).toHaveLength(2)
  })

  test('whose last call needs no keeper is accepted when that is confirmed, not before', async () => {
    const stage = await begin({ endsOf: () => ['receipt'] })
    stage.place('1')
    await stage.runSender(0)
    mine(stage, CONFIRMATIONS)
    await stage.runSender(0)
    expect(stateOf(stage, '1')).toBe('SENT')
    mine(stage, 1)
    await stage.runSender(0)
    expect(stage.core.booked.at(-1)).toMatchObject({
      kind: 'accepted',
      requestId: '1',
      place: { block: 1, logIndex: -1 },
    })
  })

  test('that would revert fails with the word of the venue, and nothing is sent', async () => {
    const stage = await begin({ revertOf: () => hexOfText('EmptyPosition') })
    stage.place('1')
    await stage.runSender(0)
    expect([stateOf(stage, '1'), reasonOf(stage, '1'), stage.chain.sent.size]).toEqual(['FAILED', 'EmptyPosition', 0])
  })

  test('that is frozen and then executed is charged the gas of its transaction once', async () => {
    const stage = await begin()
    stage.place('1')
    await stage.runSender(0)
    stage.chain.mine()
    const [executed] = stage.keepers()
    assert(executed)
    stage.chain.mine([sayingOf({ ...saidBy(executed), kind: 'frozen' })])
    stage.chain.mine([executed])
    await stage.settle()
    expect(kindsOf(stage, '1')).toEqual(['signed', 'sent', 'charged', 'accepted', 'frozen', 'executed'])
    const { paid, booked } = gasOf(stage)
    expect(booked).toEqual(paid)
  })

  test('that reverts in its block fails once that is confirmed, and its gas is charged', async () => {
    const stage = await begin({ contract: () => null })
    stage.place('1')
    await stage.settle()
    expect([stateOf(stage, '1'), reasonOf(stage, '1')]).toEqual(['FAILED', 'reverted'])
    // 50,000 gas at 100 wei, at 2,001 dollars in block 1: a billionth of a cent.
    expect(stage.core.booked).toContainEqual(
      expect.objectContaining({ charges: { ...NO_CHARGES, execution: -(50_000n * 100n * 2_001n) } }),
    )
    expect(gasOf(stage).booked).toEqual(gasOf(stage).paid)
  })

  test('that was withdrawn between its bytes and their sending is not sent: its nonce is filled', async () => {
    const stage = await begin()
    stage.place('1')
    stage.killAt(stage.reached.length + kill('after sign'))
    await stage.runSender(0)
    expect(stage.killed).toEqual(['after sign'])
    expect(stage.core.withdraw('1')).toBe(true)
    stage.place('2')
    await stage.settle()
    expect(ordersOn(stage)).toEqual(['2/0'])
    expect(noncesOfCalls(stage).has('1/0')).toBe(false)
    expect(stage.chain.mined().map(({ made }) => [made.nonce, made.to === walletOf(stage)])).toEqual([
      [0, true],
      [1, false],
    ])
  })

  /** The place of a point in a round that serves one new request. */
  const kill = (point: string): number =>
    [
      'before plan',
      'after plan',
      'before simulate',
      'after simulate',
      'before sign',
      'before store',
      'after sign',
    ].indexOf(point)
})

describe('gas', () => {
  test('of an allowance, a claim and each call of a request is booked once, at the price of its block', async () => {
    const stage = await begin({ isApproving: true, hasClaims: true, endsOf: () => ['receipt', 'keeper'] })
    stage.place('1')
    stage.killAt(stage.reached.length + 12)
    await stage.settle()
    stage.restart()
    stage.place('2')
    stage.chain.setBaseFee(1_000_000n)
    await stage.runSender(0)
    stage.chain.setBaseFee(100n)
    await stage.settle()
    const { paid, booked } = gasOf(stage)
    // An allowance, a claim, and two calls of each request.
    expect(paid).toHaveLength(6)
    expect(booked).toEqual(paid)
  })

  test('is booked by the process that comes after one that ended between mining and booking', async () => {
    const stage = await begin({ isApproving: true })
    stage.place('1')
    await stage.runSender(0)
    mine(stage, CONFIRMATIONS + 1)
    stage.killAt(stage.reached.length + 2)
    await stage.runSender(0)
    expect([stage.killed, gasOf(stage).booked]).toEqual([['before book_gas'], []])
    await stage.runSender(0)
    expect(gasOf(stage).booked).toHaveLength(1)
    await stage.settle()
    expect(gasOf(stage).booked).toEqual(gasOf(stage).paid)
  })
})

describe('a claim', () => {
  const claimsOn = ({ chain }: Stage) =>
    chain.mined().filter(({ made }) => made.data !== '0x' && orderedBy(made.data).requestId.startsWith(CLAIM))

  test('is sent without a request, once, and looked for again only after its time', async () => {
    const stage = await begin({ hasClaims: true })
    await stage.runSender(0)
    await stage.runSender(0)
    expect(stage.chain.sent.size).toBe(1)
    await stage.settle()
    expect(claimsOn(stage)).toHaveLength(1)
    expect(gasOf(stage).booked).toEqual(gasOf(stage).paid)
  })

  test('of a wallet that is paused is not sent', async () => {
    const stage = await begin({ hasClaims: true })
    change(stage, { state: 'PAUSED' }, walletOf(stage))
    await stage.runSender(0)
    expect(stage.chain.sent.size).toBe(0)
  })
})

describe('bytes', () => {
  test('that nobody has taken are sent again, the same ones', async () => {
    const stage = await begin()
    stage.place('1')
    stage.chain.endpoints.forEach(({ faults }) => (faults.isDropping = true))
    await stage.runSender(0)
    stage.chain.endpoints.forEach(({ faults }) => (faults.isDropping = false))
    mine(stage, 2)
    await stage.runSender(0)
    mine(stage, 1)
    expect(ordersOn(stage)).toEqual(['1/0'])
    expect(stage.chain.sent.size).toBe(1)
  })

  test('that are stuck are replaced on their nonce, by an eighth more at least, as long as the cap allows', async () => {
    const stage = await begin({ limits: { feeMax: 3_000n } })
    stage.chain.setBaseFee(1_000n)
    mine(stage, 5)
    await stage.runFollower()
    stage.place('1')
    await stage.runSender(0)
    stage.chain.setBaseFee(2_900n)
    for (let block = 0; block < 60; block += 1) {
      mine(stage, 1)
      await stage.runSender(0)
    }
    const fees = stage.store.transactions().map(({ fees: { maxFeePerGas } }) => maxFeePerGas)
    expect(new Set(stage.store.transactions().map(({ nonce }) => nonce))).toEqual(new Set([0]))
    expect(fees.length).toBeGreaterThan(0)
    for (const [index, fee] of fees.slice(1).entries())
      expect(fee * 8n).toBeGreaterThanOrEqual((fees[index] ?? 0n) * 9n)
    expect(fees.every((fee) => fee <= 3_000n)).toBe(true)
  })

  test('of a block that a reorganisation took back are mined again, and booked once', async () => {
    const stage = await begin()
    stage.place('1')
    await stage.runSender(0)
    mine(stage, CONFIRMATIONS)
    stage.chain.reorganise(CONFIRMATIONS)
    await stage.settle()
    expect(ordersOn(stage)).toEqual(['1/0'])
    expect(kindsOf(stage, '1')).toEqual(['signed', 'sent', 'charged', 'accepted', 'executed'])
  })

  test('are not sent twice by two processes that both think they hold the wallet', async () => {
    const stage = await begin()
    const address = walletOf(stage)
    stage.place('1')
    await stage.runSender(0)
    const [stored] = stage.store.transactions()
    if (stored === undefined) throw new Error('nothing is stored')
    await expect(stage.store.insert({ ...stored, hash: '0x01' })).rejects.toThrow()
    await expect(stage.store.insert({ ...stored, nonce: 1, hash: '0x02' })).rejects.toThrow()
    expect(address).toBe(stored.wallet)
  })
})

describe('a nonce', () => {
  test('that somebody else has used pauses the wallet, and nothing is signed in its place', async () => {
    const stage = await begin()
    const address = walletOf(stage)
    stage.place('1')
    stage.chain.endpoints.forEach(({ faults }) => (faults.isDropping = true))
    await stage.runSender(0)
    stage.chain.endpoints.forEach(({ faults }) => (faults.isDropping = false))
    const foreign = { chainId: CHAIN_ID, nonce: 0, to: VENUE, value: 0n, gas: 1n, maxPriorityFeePerGas: 1n }
    const data = hexOfText(JSON.stringify({ requestId: 'foreign', index: 0, endsWith: 'keeper' }))
    await stage.client.send(await memorySigner(address).sign({ ...foreign, data, maxFeePerGas: 1_000n }))
    mine(stage, CONFIRMATIONS + 1)
    await stage.runSender(0)
    expect(stage.store.wallet(address)).toMatchObject({ state: 'PAUSED', stateReason: 'foreign_transaction' })
    expect(stage.store.transactions()).toMatchObject([{ state: 'DROPPED' }])
    change(stage, { state: 'ACTIVE', stateReason: null }, address)
    await stage.settle()
    expect(ordersOn(stage)).toEqual(['foreign/0', '1/0'])
  })

  test('whose row was lost is filled, and its request is never signed again', async () => {
    const stage = await begin()
    stage.chain.endpoints.forEach(({ faults }) => (faults.isDropping = true))
    for (const id of ['1', '2', '3']) stage.place(id)
    await stage.runSender(0)
    stage.chain.endpoints.forEach(({ faults }) => (faults.isDropping = false))
    const lost = stage.store.transactions().find(({ nonce }) => nonce === 1)
    stage.store.forget(lost?.hash ?? '0x')
    mine(stage, 3)
    await stage.runSender(0)
    mine(stage, 1)
    expect(stage.chain.mined().map(({ made }) => [made.nonce, made.data === '0x'])).toEqual([
      [0, false],
      [1, true],
      [2, false],
    ])
    expect(stateOf(stage, '2')).toBe('SENT')
  })
})

describe('a wallet', () => {
  test('that is paused signs nothing, and brings to its end what is signed', async () => {
    const stage = await begin()
    stage.place('1')
    await stage.runSender(0)
    change(stage, { state: 'PAUSED' }, walletOf(stage))
    stage.place('2')
    for (let block = 0; block < 12; block += 1) {
      stage.chain.mine(stage.keepers())
      await stage.runSender(0)
      await stage.runFollower()
    }
    expect([stateOf(stage, '1'), stateOf(stage, '2')]).toEqual(['EXECUTED', 'NEW'])
  })

  test('that is draining opens nothing', async () => {
    const stage = await begin()
    change(stage, { state: 'DRAINING' }, walletOf(stage))
    stage.place('1')
    await stage.runSender(0)
    expect([stateOf(stage, '1'), reasonOf(stage, '1')]).toEqual(['FAILED', 'wallet_draining'])
  })

  // A request costs 62,500 gas at 1,000,200 wei at most.
  const COST_MAX = 62_500n * 1_000_200n

  test.each([
    ['gasPerOrderMax', 'an order'],
    ['gasPerDayMax', 'a day'],
  ] as const)('with a budget (%s) for %s sends what fits exactly, and fails what does not', async (cap, _) => {
    const stage = await begin({ limits: { feeMax: 10n ** 9n } })
    change(stage, { [cap]: COST_MAX }, walletOf(stage))
    stage.place('1')
    await stage.settle()
    expect(stateOf(stage, '1')).toBe('EXECUTED')
    change(stage, { [cap]: COST_MAX - 1n }, walletOf(stage))
    stage.place('2')
    await stage.runSender(0)
    expect([stateOf(stage, '2'), reasonOf(stage, '2')]).toEqual(['FAILED', 'gas_budget'])
  })

  test('over its budget for a day lets a close wait for the next', async () => {
    const stage = await begin()
    change(stage, { gasPerDayMax: 1n }, walletOf(stage))
    stage.place('1')
    const request = stage.core.requests.get('1')
    if (request === undefined) throw new Error('no request')
    stage.core.place({ ...request, action: { kind: 'cancel', symbol: 'ETH-USD', requestId: '0' } })
    await stage.runSender(0)
    expect([stateOf(stage, '1'), stage.chain.sent.size]).toEqual(['NEW', 0])
    change(stage, { gasPerDayMax: ONE }, walletOf(stage))
    await stage.settle()
    expect(stateOf(stage, '1')).toBe('EXECUTED')
  })

  test('has several nonces under way, up to its limit', async () => {
    const stage = await begin({ limits: { inFlightMax: 3 } })
    for (const id of ['1', '2', '3', '4', '5']) stage.place(id)
    await stage.runSender(0)
    expect(stage.store.transactions().map(({ nonce }) => nonce)).toEqual([0, 1, 2])
    await stage.settle()
    expect([...ordersOn(stage)].sort()).toEqual(['1/0', '2/0', '3/0', '4/0', '5/0'])
  })
})

describe('the dry run', () => {
  test('simulates and shows each call once, and neither stores nor sends any', async () => {
    const lines: string[] = []
    const stage = await begin({
      ...{ isDryRun: true, endsOf: () => ['receipt', 'keeper'], logs: (line) => void lines.push(line) },
      revertOf: (data) => (orderedBy(data).index === 1 ? hexOfText('EmptyPosition') : null),
    })
    stage.place('1')
    await stage.runSender(0)
    await stage.runSender(0)
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'dry run, not sent: call 0 of 1', to: VENUE, value: '0x0', outcome: 'runs, 50000 gas' },
      { msg: 'dry run, not sent: call 1 of 1', outcome: 'reverts: EmptyPosition' },
    ])
    expect([stage.chain.sent.size, stage.store.transactions(), stateOf(stage, '1')]).toEqual([0, [], 'NEW'])
  })
})

describe('a reorganisation of what was booked', () => {
  test('is told with the accounts, and nothing more is booked', async () => {
    const stage = await begin()
    stage.place('1')
    await stage.settle()
    const booked = stage.core.booked.length
    stage.chain.reorganise(stage.chain.head())
    mine(stage, 10)
    await stage.runFollower()
    await stage.runFollower()
    expect(stage.mismatches).toMatchObject([
      [['account-0'], { number: 2 }, expect.any(String)],
      [['account-0'], { number: 2 }, expect.any(String)],
    ])
    expect(stage.core.booked).toHaveLength(booked)
  })
})

test('50 requests of 10 wallets are at most a block behind, without a gap', async () => {
  const stage = await begin({ wallets: 10 })
  const seenAt = new Map<string, number>()
  for (let request = 0; request < 50; request += 1) stage.place(`r${request}`, request % 10)
  const placedAt = stage.chain.head()
  for (const index of stage.addresses.keys()) await stage.runSender(index)
  mine(stage, 1)
  for (const order of ordersOn(stage)) seenAt.set(order, stage.chain.head() - placedAt)
  expect([...seenAt.values()]).toEqual(Array.from({ length: 50 }, () => 1))
  await stage.settle()
  for (const address of stage.addresses) {
    const own = stage.chain.mined().filter(({ made }) => made.from === address)
    expect(own.map(({ made }) => made.nonce)).toEqual([0, 1, 2, 3, 4])
  }
})
