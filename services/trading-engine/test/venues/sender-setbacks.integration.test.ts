/** A request that cannot be prepared, planned or estimated fails after some rounds, and keeps no other waiting. */
import type { VenueAction } from '../../src/core/model/live/venue-request.js'
import type { SetbackStep } from '../../src/venues/chain/sending/wallet-view.js'
import type { Call } from '../../src/venues/port.js'
import { openRequest } from '../support/sender/memory-books.js'
import { hexOfText, VENUE } from '../support/sender/memory-chain.js'
import { acceptOrder, createMemoryAdapter, orderedBy } from '../support/sender/memory-adapter.js'
import { CONFIRMATIONS, createStage, ordersOn, type Stage } from '../support/sender/sender-stage.js'

/** As the stage has it. */
const ATTEMPTS = 3
const APPROVAL = hexOfText(JSON.stringify({ requestId: 'approval', index: 0, endsWith: 'receipt' }))
const approval: Call = {
  ...{ to: VENUE, data: APPROVAL, value: 0n, gas: null, endsWith: 'receipt', description: 'let it take USDC' },
}
const isApproved = ({ chain }: Stage): boolean =>
  chain.mined().some(({ made, isSuccess }) => isSuccess && made.data === APPROVAL)
const endOf = ({ core }: Stage, id: string) => [core.requests.get(id)?.state, core.requests.get(id)?.reason]
const CLOSE: VenueAction = { kind: 'cancel', symbol: 'ETH-USD', requestId: '0' }

function placeClose(stage: Stage, id: string): void {
  stage.core.place({ ...openRequest(id, 'account-0'), action: CLOSE })
}

async function begin(options: Parameters<typeof createStage>[0]) {
  const steps: SetbackStep[] = []
  const lines: { readonly msg: string; readonly level: number }[] = []
  const stage = createStage({
    ...{ onSetback: (step) => void steps.push(step), logs: (line) => void lines.push(JSON.parse(line) as never) },
    ...options,
  })
  await stage.runFollower()
  const rounds = async (count: number): Promise<void> => {
    for (let round = 0; round < count; round += 1) await stage.runSender(0)
  }
  return { stage, steps, lines, rounds }
}

test('an allowance that reverts fails who needs it, after some rounds and with the word of the venue', async () => {
  let isBlacklisted = true
  let approved = false
  const { stage, steps, lines, rounds } = await begin({
    venue: { prepare: () => Promise.resolve(approved ? [] : [approval]) },
    revertOf: (data) => (data === APPROVAL && isBlacklisted ? hexOfText('Blacklistable') : null),
  })
  stage.place('1')
  placeClose(stage, '2')
  await rounds(ATTEMPTS)
  expect(endOf(stage, '1')).toEqual(['FAILED', 'Blacklistable'])
  expect(steps).toEqual(Array.from({ length: 2 * ATTEMPTS }, () => 'prepare'))
  expect(lines.filter(({ msg }) => msg === 'a live request is given up: Blacklistable')).toHaveLength(2)
  stage.chain.mine()
  expect(ordersOn(stage)).toEqual(['2/0'])

  isBlacklisted = false
  stage.place('3')
  await rounds(1)
  stage.chain.mine()
  approved = isApproved(stage)
  expect(approved).toBe(true)
  await stage.settle()
  expect(endOf(stage, '3')[0]).toBe('EXECUTED')
})

test('an allowance that reverts in its block is not paid for again and again', async () => {
  let approved = false
  let isBroken = true
  const { stage, rounds } = await begin({
    venue: { prepare: () => Promise.resolve(approved ? [] : [approval]) },
    contract: (made) => (made.data === APPROVAL && isBroken ? null : acceptOrder(made)),
  })
  stage.place('1')
  await rounds(1)
  for (let block = 0; block <= CONFIRMATIONS; block += 1) stage.chain.mine()
  await rounds(1)
  expect(endOf(stage, '1')).toEqual(['FAILED', 'reverted'])
  await rounds(5)
  expect(stage.chain.sent.size).toBe(1)
  isBroken = false
  stage.place('2')
  await rounds(1)
  stage.chain.mine()
  approved = isApproved(stage)
  await stage.settle()
  expect([endOf(stage, '2')[0], stage.chain.sent.size]).toEqual(['EXECUTED', 3])
})

test('a request that cannot be planned fails, and the ones after it do not wait for that', async () => {
  const plain = createMemoryAdapter({ endsOf: () => ['keeper'] })
  const { stage, steps, rounds } = await begin({
    venue: {
      plan(request, context) {
        if (request.id === '1') throw new RangeError('the number 2^40 is not in safe 32-bit range')
        return plain.plan(request, context)
      },
    },
  })
  stage.place('1')
  stage.place('2')
  await rounds(1)
  expect([endOf(stage, '1')[0], endOf(stage, '2')[0]]).toEqual(['NEW', 'SENT'])
  await rounds(ATTEMPTS - 1)
  expect([endOf(stage, '1'), steps]).toEqual([
    ['FAILED', 'plan_failed'],
    ['plan', 'plan', 'plan'],
  ])
  await stage.settle()
  expect(ordersOn(stage)).toEqual(['2/0'])
})

test('a wallet that makes no sense fails what is new, and what is under way comes to its end', async () => {
  const plain = createMemoryAdapter({ endsOf: () => ['keeper'] })
  let isReadable = true
  const { stage, rounds } = await begin({
    venue: {
      readWallet: (wallet, reader) =>
        isReadable ? plain.readWallet(wallet, reader) : Promise.reject(new TypeError('cannot decode 0x')),
    },
  })
  stage.place('1')
  await rounds(1)
  isReadable = false
  stage.place('2')
  await rounds(ATTEMPTS)
  expect(endOf(stage, '2')).toEqual(['FAILED', 'wallet_unreadable'])
  await stage.settle()
  expect(endOf(stage, '1')[0]).toBe('EXECUTED')
})

test.each(['a timeout of the upstream', 'header not found', '429 Too Many Requests'])(
  'trouble of an endpoint is no failure: %s',
  async (words) => {
    let isTroubled = true
    const plain = createMemoryAdapter({ endsOf: () => ['keeper'] })
    const { stage, steps, rounds } = await begin({
      refusalOf: () => (isTroubled ? words : null),
      venue: {
        async readWallet(wallet, reader) {
          await reader.call(VENUE, '0x')
          return plain.readWallet(wallet, reader)
        },
      },
    })
    stage.place('1')
    await rounds(4 * ATTEMPTS)
    expect([endOf(stage, '1'), steps]).toEqual([['NEW', null], []])
    isTroubled = false
    await stage.settle()
    expect(endOf(stage, '1')[0]).toBe('EXECUTED')
  },
)

test('a call that no node will estimate fails, and so does nothing beside it', async () => {
  const { stage, steps, rounds } = await begin({
    refusalOf: (data) => (data !== '0x' && orderedBy(data).requestId === '1' ? 'max code size exceeded' : null),
  })
  stage.place('1')
  stage.place('2')
  await rounds(ATTEMPTS)
  expect([endOf(stage, '1'), steps]).toEqual([
    ['FAILED', 'not_estimated'],
    ['estimate', 'estimate', 'estimate'],
  ])
  await stage.settle()
  expect(ordersOn(stage)).toEqual(['2/0'])
})

test('the reason why a request waits is told, once', async () => {
  const { stage, lines, rounds } = await begin({
    venue: { plan: () => ({ wait: true, reason: 'a close of the pair is pending' }) },
  })
  stage.place('1')
  await rounds(5)
  expect(lines.filter(({ msg }) => msg === 'a live request waits: a close of the pair is pending')).toHaveLength(1)
  expect(endOf(stage, '1')[0]).toBe('NEW')
})

test('a request to a venue where the wallet does not trade fails, and nothing of it is sent', async () => {
  const { stage, rounds } = await begin({})
  stage.place('1')
  stage.core.place({ ...openRequest('2', 'account-0'), venue: 'OSTIUM' })
  await rounds(1)
  expect([endOf(stage, '1')[0], endOf(stage, '2')]).toEqual(['SENT', ['FAILED', 'no_wallet']])
})
