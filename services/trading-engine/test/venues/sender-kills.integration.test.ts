/** A process that ends at any named point of the sender: no request is sent twice, and none is lost. */
import fc from 'fast-check'
import { draw, runs } from '@ats/test-kit'
import {
  CONFIRMATIONS,
  createStage,
  gasOf,
  noncesOfCalls,
  ordersOn,
  type Point,
  type Stage,
} from '../support/sender/sender-stage.js'

/** How the calls of a request end, by the last letter of its id. */
const endsOf = ({ id }: { readonly id: string }) => {
  if (id.endsWith('a')) return ['receipt', 'keeper'] as const
  if (id.endsWith('b')) return ['keeper', 'keeper'] as const
  return ['keeper'] as const
}

function expectNothingTwiceOrLost(stage: Stage): void {
  const requests = [...stage.core.requests.values()]
  const executed = requests.filter(({ state }) => state === 'EXECUTED')
  const withdrawn = requests.filter(({ state }) => state === 'CANCELLED')
  expect(executed.length + withdrawn.length).toBe(requests.length)
  const wanted = executed.flatMap((request) => endsOf(request).map((_, index) => `${request.id}/${index}`))
  expect([...ordersOn(stage)].sort()).toEqual([...wanted].sort())
  for (const [call, nonces] of noncesOfCalls(stage)) expect([call, nonces.size]).toEqual([call, 1])
  const fills = stage.core.booked.filter(({ kind }) => kind === 'executed')
  expect(fills).toHaveLength(executed.flatMap(endsOf).filter((end) => end === 'keeper').length)
  expect(fills.every(({ requestId }) => requestId !== null)).toBe(true)
  const { paid, booked } = gasOf(stage)
  expect(booked).toEqual(paid)
}

const place = (stage: Stage): void => {
  for (const [index, id] of ['1a', '2b'].entries()) stage.place(id, index)
}

const BUSY = { endsOf, isApproving: true, hasClaims: true } as const

test('a process that ends at each point that it reaches', async () => {
  const undisturbed = createStage({ wallets: 2, ...BUSY })
  place(undisturbed)
  await undisturbed.settle()
  expectNothingTwiceOrLost(undisturbed)
  const points = undisturbed.reached.length
  expect([...new Set(undisturbed.reached)].sort()).toEqual([
    ...['after book', 'after book_gas', 'after plan', 'after report', 'after send', 'after settle', 'after sign'],
    ...['after simulate', 'before book', 'before book_gas', 'before mark_sent', 'before move_cursor', 'before plan'],
    ...[
      'before record_end',
      'before record_gas',
      'before record_order',
      'before report',
      'before send',
      'before settle',
      'before sign',
      'before simulate',
    ],
    'before store',
  ])
  for (const position of draw([...Array(points).keys()], 3, String)) {
    const stage = createStage({ wallets: 2, ...BUSY })
    place(stage)
    stage.killAt(position)
    await stage.settle()
    expectNothingTwiceOrLost(stage)
  }
})

/** One thing that happens on the way. */
type Turn =
  | { readonly kind: 'sender'; readonly wallet: number }
  | { readonly kind: 'follow' | 'drop' | 'restart' }
  | { readonly kind: 'mine'; readonly answers: boolean }
  | { readonly kind: 'reorganise'; readonly depth: number }
  | {
      readonly kind: 'fault'
      readonly endpoint: number
      readonly fault: 'isDown' | 'isLying' | 'isDropping' | 'behind' | null
    }
  | { readonly kind: 'fee'; readonly fee: number }
  | { readonly kind: 'kill'; readonly after: number }
  | { readonly kind: 'place' | 'withdraw'; readonly request: number }

const REQUESTS = ['1', '2a', '3b', '4', '5a', '6b', '7', '8']
const WALLETS = 3

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('sender' as const), wallet: fc.nat(WALLETS - 1) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('follow' as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('mine' as const), answers: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('drop' as const, 'restart' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reorganise' as const),
      depth: fc.integer({ min: 1, max: CONFIRMATIONS }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      ...{ kind: fc.constant('fault' as const), endpoint: fc.nat(2) },
      fault: fc.constantFrom('isDown' as const, 'isLying' as const, 'isDropping' as const, 'behind' as const, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fee' as const), fee: fc.constantFrom(50, 100, 400, 5_000) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('kill' as const), after: fc.nat(12) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('place' as const), request: fc.nat(REQUESTS.length - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), request: fc.nat(REQUESTS.length - 1) }) },
)

/** At most one endpoint is at fault at a time: of three, two make a quorum. */
function setFault(
  { chain }: Stage,
  endpoint: number,
  fault: 'isDown' | 'isLying' | 'isDropping' | 'behind' | null,
): void {
  chain.endpoints.forEach(({ faults }) =>
    Object.assign(faults, { isDown: false, isLying: false, isDropping: false, behind: 0 }),
  )
  const chosen = chain.endpoints[endpoint]
  if (chosen !== undefined && fault !== null) Object.assign(chosen.faults, { [fault]: fault === 'behind' ? 3 : true })
}

async function take(stage: Stage, next: Turn): Promise<void> {
  switch (next.kind) {
    case 'sender':
      return stage.runSender(next.wallet)
    case 'follow':
      return stage.runFollower()
    case 'mine':
      return stage.chain.mine(next.answers ? stage.keepers() : [])
    case 'drop':
      return stage.chain.dropPool()
    case 'restart':
      return stage.restart()
    case 'reorganise':
      return stage.chain.reorganise(next.depth)
    case 'fault':
      return setFault(stage, next.endpoint, next.fault)
    case 'fee':
      return stage.chain.setBaseFee(BigInt(next.fee))
    case 'kill':
      return stage.killAt(stage.reached.length + next.after)
    case 'place': {
      const id = REQUESTS[next.request] ?? ''
      if (!stage.core.requests.has(id)) stage.place(id, next.request % WALLETS)
      return
    }
    case 'withdraw':
      stage.core.withdraw(REQUESTS[next.request] ?? '')
  }
}

test('processes that end at random, on a chain that misbehaves', async () => {
  const killed = new Set<Point>()
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 30, maxLength: 150 }), async (turns) => {
      const stage = createStage({ wallets: WALLETS, ...BUSY })
      for (const next of turns) {
        await take(stage, next)
      }
      setFault(stage, 0, null)
      stage.chain.setBaseFee(100n)
      stage.killAt(Infinity)
      await stage.settle()
      expectNothingTwiceOrLost(stage)
      for (const point of stage.killed) killed.add(point)
    }),
    { numRuns: runs(80) },
  )
  expect(killed.size).toBeGreaterThan(0)
})
