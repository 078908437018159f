import { ApiError } from '../api/api-error.js'
import { runStream, waitMs, type StreamFrame } from './run-stream.js'

type Answer = string | ApiError

/** Runs a stream against the answers of a service, until there are no more of them. */
async function run(answers: readonly Answer[], { wakes = false } = {}) {
  const ending = new AbortController()
  const waking = new AbortController()
  const [asked, waits, frames]: [(string | null)[], number[], StreamFrame[]] = [[], [], []]
  let opened = 0
  const running = runStream({
    url: 'http://dashboard.test/api/engine/v1/accounts/stream',
    send: (request) => {
      const answer = answers[asked.length]
      asked.push(request.headers.get('last-event-id'))
      if (answer === undefined) ending.abort()
      if (answer instanceof ApiError) return Promise.reject(answer)
      return Promise.resolve(new Response(answer ?? ''))
    },
    clock: {
      now: () => 0,
      random: () => 0.5,
      sleep: (ms, signal) =>
        ms === 40_000
          ? new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('over'))))
          : wakes
            ? new Promise((_resolve, reject) => {
                signal?.addEventListener('abort', () => reject(new Error('woken')))
                waking.abort()
              })
            : Promise.resolve(),
    },
    signal: ending.signal,
    wake: () => waking.signal,
    onOpen: () => void (opened += 1),
    onWait: (ms) => void waits.push(ms),
    onFrame: (frame) => void frames.push(frame),
  })
  await running
  return { asked, waits, frames, opened }
}

const frame = (event: string, data: string, id?: number) =>
  `event: ${event}\ndata: ${data}\n${id === undefined ? '' : `id: ${id}\n`}\n`

describe('a stream', () => {
  it('tells its frames, and resumes after the last id when it ends', async () => {
    const { asked, frames, opened } = await run([
      frame('account', '1', 7) + frame('account', '2', 8) + frame('risk', '3'),
      frame('account', '4', 9),
    ])
    expect(asked).toEqual([null, '8', '9'])
    expect(frames.map(({ event, data }) => `${event} ${data}`)).toEqual([
      'account 1',
      'account 2',
      'risk 3',
      'account 4',
    ])
    expect(opened).toBe(3)
  })

  it('waits longer each time it fails, and as at first once frames have come', async () => {
    const gone = new ApiError(0, {})
    const { waits } = await run([gone, gone, gone, `retry: 2500\n\n${frame('risk', '1')}`])
    expect(waits).toEqual([1000, 2000, 4000, 2500])
  })

  it('comes back at the time that a refusal tells', async () => {
    const until = Date.now() + 3_600_000
    const { waits } = await run([new ApiError(429, {}, until)])
    expect(waits[0]).toBeGreaterThan(3_500_000)
  })

  it('does not come back after a 401', async () => {
    await expect(run([new ApiError(401, {})])).rejects.toMatchObject({ status: 401 })
  })

  it('connects immediately when it is woken', async () => {
    const { asked } = await run([new ApiError(0, {})], { wakes: true })
    expect(asked).toHaveLength(2)
  })
})

describe('the wait', () => {
  it('is never longer than 30 s by itself, and never shorter than asked for', () => {
    expect(waitMs({ failures: 50, told: undefined, refusedForMs: null })).toBe(30_000)
    expect(waitMs({ failures: 0, told: 2000, refusedForMs: -5 })).toBe(2000)
  })
})
