import { EventEmitter } from 'node:events'
import { DependencyError, RequestError } from '../../process/errors.js'
import { createAdmit } from './admission.js'
import { createInFlight } from './in-flight.js'

const ROOM = { inFlight: 1, perKey: 1, running: 1 }
const ARRIVAL = { headers: {}, rawHeaders: [], ip: '192.0.2.1', path: '/', access: 'any' }
const SECONDS = 10
/** After this time no client retries: refusals without delay would make the test endless. */
const SENT_MAX = 5_000

const response = () => Object.assign(new EventEmitter(), { destroyed: false })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test.each([1, 20, 400])(
  '%i clients that retry as soon as they are refused get a hundred refusals a second at most',
  async (senders) => {
    const inFlight = createInFlight({ inFlightMax: 10, runningMax: 10, waitMs: 1_000, lag: { ms: () => 0 } })
    const admit = createAdmit({
      inFlight,
      partyOf: () => ({ group: 'a', key: null, room: ROOM }),
      refusalOf: () => null,
      onShed: () => undefined,
    })
    expect(admit(ARRIVAL).kind).toBe('admitted')
    let sent = 0
    let refusals = 0
    const send = (): void => {
      const visit = admit(ARRIVAL)
      if (visit.kind !== 'refused' || ++sent > SENT_MAX) return
      void visit.mayBeTold.then(() => {
        refusals += 1
        send()
      })
    }
    for (let index = 0; index < senders; index += 1) send()
    await jest.advanceTimersByTimeAsync(SECONDS * 1000)
    expect(refusals).toBeGreaterThan(0)
    expect(refusals).toBeLessThanOrEqual(SECONDS * 100)
  },
)

test('a request that is admitted and then found to be over a budget is refused no sooner; other errors are sent immediately', async () => {
  const inFlight = createInFlight({ inFlightMax: 10, runningMax: 10, waitMs: 1_000, lag: { ms: () => 0 } })
  const admit = createAdmit({
    inFlight,
    partyOf: () => ({ group: 'a', key: null, room: { inFlight: 10, perKey: 10, running: 10 } }),
    refusalOf: () => null,
    onShed: () => undefined,
  })
  const sent: string[] = []
  const endIn = (error: Error): void => {
    const visit = admit(ARRIVAL)
    if (visit.kind !== 'admitted') throw new Error('there was room')
    visit.leave(response())
    void visit.mayTell(error).then(() => sent.push(error.message))
  }
  endIn(new RequestError('rate_limited', 'spent'))
  endIn(new RequestError('unauthorized', 'unknown'))
  endIn(new DependencyError('postgres', 'away'))
  await jest.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['unknown', 'away'])
  await jest.advanceTimersByTimeAsync(100)
  expect(sent).toEqual(['unknown', 'away', 'spent'])
})

test.each([
  ['a small response', false, false, ['admitted', 'admitted']],
  ['a large response', true, false, ['refused', 'admitted']],
  ['a large response whose connection is closed', true, true, ['admitted', 'admitted']],
])('after %s, a place is free when the work is done, or when a large response has been read', async (...row) => {
  const [, isHeldUntilRead, destroyed, expected] = row
  const admit = createAdmit({
    inFlight: createInFlight({ inFlightMax: 10, runningMax: 10, waitMs: 1_000, lag: { ms: () => 0 } }),
    partyOf: () => ({ group: 'a', key: null, room: ROOM }),
    refusalOf: () => null,
    onShed: () => undefined,
    isHeldUntilRead,
  })
  const visit = admit(ARRIVAL)
  const sent = Object.assign(response(), { destroyed })
  if (visit.kind === 'admitted') visit.leave(sent)
  const nextKind = async (): Promise<string> => {
    await jest.advanceTimersByTimeAsync(0)
    const next = admit(ARRIVAL)
    if (next.kind === 'admitted') next.leave(Object.assign(response(), { destroyed: true }))
    return next.kind
  }
  const whileSending = await nextKind()
  sent.emit('close')
  expect([whileSending, await nextKind()]).toEqual(expected)
})
