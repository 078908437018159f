import { createAdmit } from './admission.js'
import { createInFlight } from './in-flight.js'

const ROOM = { inFlight: 1, perKey: 1, running: 1 }
const ARRIVAL = { headers: {}, rawHeaders: [], ip: '192.0.2.1', access: 'any' }
const SECONDS = 10
/** Beyond it nobody sends again: a refusal that is told without delay would be answered for ever. */
const SENT_MAX = 5_000

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test.each([1, 20, 400])(
  '%i who send again as soon as they are refused hear it a hundred times a second at most',
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
    let told = 0
    const send = (): void => {
      const visit = admit(ARRIVAL)
      if (visit.kind !== 'refused' || ++sent > SENT_MAX) return
      void visit.mayBeTold.then(() => {
        told += 1
        send()
      })
    }
    for (let index = 0; index < senders; index += 1) send()
    await jest.advanceTimersByTimeAsync(SECONDS * 1000)
    expect(told).toBeGreaterThan(0)
    expect(told).toBeLessThanOrEqual(SECONDS * 100)
  },
)
