import type { Move } from '@ats/sdk/tape'
import { createPlayer } from './player.js'

const MOVES: readonly Move[] = [
  { afterMs: 0, symbol: 'A', price: '100', overMs: 0 },
  { afterMs: 0, symbol: 'A', price: '90', overMs: 10_000 },
  { afterMs: 10_000, symbol: 'A', price: '95', overMs: 5_000 },
]

/** A player on a clock that only the test moves. */
function startPlayer(moves = MOVES) {
  let now = 1_000
  const done: string[] = []
  const waits = new Set<() => void>()
  let failure: Error | null = null
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  const player = createPlayer(moves, {
    move: ({ symbol, price, overMs }) => {
      if (failure !== null) return Promise.reject(failure)
      done.push(`${symbol} ${price} ${overMs}`)
      return Promise.resolve()
    },
    release: (symbol, isLeaving) => {
      done.push(`release ${symbol}${isLeaving ? ' leaving' : ''}`)
      return Promise.resolve()
    },
    priceOf: () => Promise.resolve('93'),
    now: () => now,
    wait: (_ms, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          waits.delete(end)
          resolve()
        }
        waits.add(end)
        signal.addEventListener('abort', end)
      }),
  })
  return {
    player,
    done,
    fail: (error: Error | null) => void (failure = error),
    settle,
    /** The time goes on, and nobody has noticed yet. */
    elapse: (ms: number) => void (now += ms),
    pass: async (ms: number): Promise<void> => {
      now += ms
      for (const end of [...waits]) end()
      await settle()
    },
  }
}

test('the market jumps to the first price, walks along, and returns to its feed at the end', async () => {
  const { player, done, pass, settle } = startPlayer()
  void player.play()
  await settle()
  expect(done).toEqual(['A 100 0', 'A 90 10000'])
  await pass(9_999)
  expect(done).toHaveLength(2)
  expect(player.read()).toMatchObject({ status: 'playing', positionMs: 9_999, done: 2, count: 3, lengthMs: 15_000 })
  await pass(1)
  expect(done.at(-1)).toBe('A 95 5000')
  await pass(5_000)
  expect(done.at(-1)).toBe('release A')
  expect(player.read()).toMatchObject({ status: 'ended', positionMs: 15_000, done: 3 })
})

test('a pause holds the market where it is, and the rest of the walk follows it', async () => {
  const { player, done, elapse, pass, settle } = startPlayer()
  void player.play()
  await settle()
  await pass(3_900)
  elapse(100)
  await player.pause()
  expect(done.at(-1)).toBe('A 93 0')
  await pass(60_000)
  expect(player.read()).toMatchObject({ status: 'paused', positionMs: 4_000 })
  const before = done.length
  void player.play()
  await settle()
  expect(done.slice(before)).toEqual(['A 90 6000'])
  await pass(6_000)
  expect(done.at(-1)).toBe('A 95 5000')
})

test('a stop returns the market to its feed, and nothing is sent after it', async () => {
  const { player, done, pass, settle } = startPlayer()
  void player.play()
  await settle()
  await player.stop(true)
  expect(done.at(-1)).toBe('release A leaving')
  const count = done.length
  await pass(60_000)
  expect(done).toHaveLength(count)
  expect(player.read()).toMatchObject({ status: 'ready', positionMs: 0, done: 0 })
  await player.stop(true)
  expect(done).toHaveLength(count)
})

test('it pauses where a move fails, and goes on from there', async () => {
  const { player, done, fail, pass, settle } = startPlayer()
  void player.play()
  await settle()
  fail(new Error('too many'))
  await pass(10_000)
  expect(player.read()).toMatchObject({ status: 'paused', positionMs: 10_000, problem: { message: 'too many' } })
  fail(null)
  void player.play()
  await settle()
  expect(player.read()).toMatchObject({ status: 'playing', problem: null })
  expect(done.at(-1)).toBe('A 95 5000')
})

test('one that falls behind leaves out what is late', async () => {
  const moves = [1, 2, 3, 4].map((n) => ({ afterMs: n * 1_000, symbol: 'A', price: String(n), overMs: 1_000 }))
  const { player, done, pass } = startPlayer(moves)
  void player.play()
  await pass(3_500)
  expect(done).toEqual(['A 3 1000'])
  expect(player.read().done).toBe(3)
})
