import { createWriteQueue, WRITE_QUEUES, type WriteQueueTerms, type Tell, type WaitingWrite } from './write-queue.js'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

interface Statement {
  readonly places: readonly number[]
  /** Ends it, and tells the outcomes of its writes. */
  readonly end: () => Promise<void>
}

/** A queue over statements that the test ends. */
function aQueue(terms: WriteQueueTerms) {
  const statements: Statement[] = []
  const ends: string[] = []
  const places = new Map<WaitingWrite, number>()
  const writeBatch = (batch: readonly WaitingWrite[], tell: Tell): Promise<void> =>
    new Promise((resolve) =>
      statements.push({
        places: batch.map((waiting) => places.get(waiting) ?? -1),
        end: async () => {
          tell(batch.map((waiting) => () => waiting.resolve('stored')))
          resolve()
          await jest.advanceTimersByTimeAsync(0)
        },
      }),
    )
  const queue = createWriteQueue({ terms, writeBatch, refusal: () => new Error('too late') })
  const push = (count: number, { decisions = 1, giveUpAt = Infinity } = {}): void => {
    for (let one = 0; one < count; one += 1) {
      const place = places.size
      const waiting: WaitingWrite = {
        write: { version: 0, decisions: Array.from({ length: decisions }) as never },
        giveUpAt,
        resolve: (result) => ends.push(`${place} ${result}`),
        reject: (error) => ends.push(`${place} ${(error as Error).message}`),
        span: null,
      }
      places.set(waiting, place)
      queue.push(waiting)
    }
  }
  const sizes = (): number[] => statements.map(({ places: of }) => of.length)
  return { queue, statements, ends, push, sizes }
}

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index)

describe('patient writes', () => {
  const aPatientQueue = () => aQueue(WRITE_QUEUES.patient)
  /** A time that a statement takes, and the rest after it. */
  const TOOK_MS = 30

  test('go out in their order, at most 16 in a statement, one at a time, however many wait and for however long', async () => {
    const { queue, statements, push, sizes } = aPatientQueue()
    push(40)
    queue.sweep()
    queue.sweep()
    expect(sizes()).toEqual([1])
    for (let place = 0; place < 4; place += 1) {
      await statements[place]!.end()
      await jest.advanceTimersByTimeAsync(40)
      queue.sweep()
    }
    expect(sizes()).toEqual([1, 16, 16, 7])
    expect(statements.flatMap(({ places }) => places)).toEqual(from(0, 40))
  })

  test('rest as long as the statement before took', async () => {
    const { statements, push, sizes } = aPatientQueue()
    push(3)
    jest.advanceTimersByTime(TOOK_MS)
    await statements[0]!.end()
    await jest.advanceTimersByTimeAsync(TOOK_MS - 1)
    expect(sizes()).toEqual([1])
    await jest.advanceTimersByTimeAsync(1)
    expect(sizes()).toEqual([1, 2])
  })

  test('are no more than 400 a second, however fast the statements are', async () => {
    const { statements, push, sizes } = aPatientQueue()
    push(1)
    await statements[0]!.end()
    push(18)
    await jest.advanceTimersByTimeAsync(1)
    expect(sizes()).toEqual([1])
    await jest.advanceTimersByTimeAsync(1)
    expect(sizes()).toEqual([1, 16])
    jest.advanceTimersByTime(5)
    await statements[1]!.end()
    await jest.advanceTimersByTimeAsync(34)
    expect(sizes()).toEqual([1, 16])
    await jest.advanceTimersByTimeAsync(1)
    expect(sizes()).toEqual([1, 16, 2])
  })

  test('rest no longer than 100 ms, and only after a statement', async () => {
    const { statements, push, sizes } = aPatientQueue()
    push(2)
    jest.advanceTimersByTime(1_000)
    await statements[0]!.end()
    await jest.advanceTimersByTimeAsync(99)
    expect(sizes()).toEqual([1])
    await jest.advanceTimersByTimeAsync(1)
    expect(sizes()).toEqual([1, 1])
    await statements[1]!.end()
    await jest.advanceTimersByTimeAsync(200)
    push(1)
    expect(sizes()).toEqual([1, 1, 1])
  })

  test('that come while the queue rests wait as well', async () => {
    const { statements, push, sizes } = aPatientQueue()
    push(1)
    jest.advanceTimersByTime(TOOK_MS)
    await statements[0]!.end()
    push(2)
    expect(sizes()).toEqual([1])
    await jest.advanceTimersByTimeAsync(TOOK_MS)
    expect(sizes()).toEqual([1, 2])
  })

  test('are refused when their time is up, under way or at rest, and never go out', async () => {
    const { queue, statements, ends, push, sizes } = aPatientQueue()
    push(1)
    push(2, { giveUpAt: Date.now() + 10 })
    jest.advanceTimersByTime(TOOK_MS)
    queue.sweep()
    expect(ends).toEqual(['1 too late', '2 too late'])
    push(1, { giveUpAt: Date.now() + 10 })
    await statements[0]!.end()
    await jest.advanceTimersByTimeAsync(TOOK_MS)
    expect(ends).toEqual(['1 too late', '2 too late', '0 stored', '3 too late'])
    expect([sizes(), queue.size]).toEqual([[1], 0])
  })

  test('do not rest once the queue is stopped, and all of them go out', async () => {
    const { queue, statements, ends, push, sizes } = aPatientQueue()
    push(20)
    jest.advanceTimersByTime(TOOK_MS)
    await statements[0]!.end()
    queue.stop()
    expect(sizes()).toEqual([1, 16])
    jest.advanceTimersByTime(TOOK_MS)
    await statements[1]!.end()
    expect(sizes()).toEqual([1, 16, 3])
    await statements[2]!.end()
    await jest.runAllTimersAsync()
    expect(ends).toEqual(from(0, 20).map((place) => `${place} stored`))
    expect(jest.getTimerCount()).toBe(0)
  })

  test('are told of their outcomes in order, two in a turn of the event loop', async () => {
    const { statements, ends, push } = aPatientQueue()
    push(17)
    await statements[0]!.end()
    await jest.runAllTimersAsync()
    void statements[1]!.end()
    const told: number[] = []
    while (told.at(-1) !== 17) {
      jest.advanceTimersToNextTimer()
      told.push(ends.length)
    }
    expect(told).toEqual([3, 5, 7, 9, 11, 13, 15, 17])
    expect(ends).toEqual(from(0, 17).map((place) => `${place} stored`))
  })
})

describe('ordinary writes', () => {
  test('do not rest, and are 64 decisions in a statement but for a write with more', async () => {
    const { statements, push, sizes } = aQueue({ ...WRITE_QUEUES.ordinary, secondFrom: null })
    push(1)
    push(70)
    push(1, { decisions: 65 })
    jest.advanceTimersByTime(30)
    for (let place = 0; place < 3; place += 1) await statements[place]!.end()
    expect(sizes()).toEqual([1, 64, 6, 1])
  })

  test('begin a second statement where 16 wait, or where one waits for longer than from sweep to sweep', async () => {
    const { queue, statements, push, sizes } = aQueue(WRITE_QUEUES.ordinary)
    push(16)
    expect(sizes()).toEqual([1])
    push(1)
    expect(sizes()).toEqual([1, 16])
    push(20)
    queue.sweep()
    expect(sizes()).toEqual([1, 16])
    await statements[1]!.end()
    expect(sizes()).toEqual([1, 16, 20])
    await statements[0]!.end()
    push(1)
    expect(sizes()).toEqual([1, 16, 20])
    queue.sweep()
    expect(sizes()).toEqual([1, 16, 20, 1])
  })
})
