import type { PublishedListing } from '../../../core/model/market/published-tick.js'
import { decimal, price } from '../../../core/values/decimal.js'
import type { IndexPrice } from '../live/index-price.js'
import type { LiveQuote } from '../live/live-sources.js'
import { composeStates, composeTick, type Prices, type States } from './compose-tick.js'
import type { ListingState } from './tick-block.js'

const usd = (text: string) => price(decimal(text))
const [GMX, OSTIUM]: readonly PublishedListing[] = [
  { id: 1, venue: 'GMX', symbol: 'BTC-USD', tickSize: usd('0.5') },
  { id: 2, venue: 'OSTIUM', symbol: 'BTC-USD', tickSize: usd('0.5') },
]
const NOW = 1_800_000_000_000_000
const SECOND = 1_000_000
const LIMITS = { now: NOW, startedAt: NOW - 60 * SECOND, carryFor: 15 * SECOND }

const quoteOf = (bid: string, mid: string, ask: string, more: Partial<LiveQuote> = {}): LiveQuote => ({
  ...{ bid: usd(bid), mid: usd(mid), ask: usd(ask) },
  ...{ at: NOW - 700_000, arrivedAt: NOW - 200_000, isOpen: null, isPaused: false },
  ...more,
})
const stateOf = (mark: number, more: Partial<ListingState> = {}): ListingState => ({
  ...{ mark, bid: mark - 1, ask: mark + 1, index: mark, status: null, staleReason: null },
  ...{ receivedAtMs: NOW / 1_000 - 1_000, madeAtMs: NOW / 1_000 - 2_000 },
  ...more,
})

/** The sources of both venues, with one index. */
function prices(
  gmx: LiveQuote | undefined,
  ostium?: LiveQuote,
  index: IndexPrice = { index: null, staleReason: null },
) {
  const says: Prices = {
    latest: (venue) => (venue === 'GMX' ? gmx : ostium),
    index: () =>
      new Map([
        ['GMX', index],
        ['OSTIUM', index],
      ]),
  }
  return says
}

const stateOfGmx = (
  says: Prices,
  before?: ListingState,
  limits: Partial<typeof LIMITS> = {},
): ListingState | undefined =>
  composeStates([GMX!], says, new Map(before && [[1, before]]), { ...LIMITS, ...limits }).get(1)

describe('the state of a listing', () => {
  it.each([
    ['on the grid', ['99.5', '100', '100.5'], [199, 200, 201]],
    ['between its steps: bid down, ask up, the mark to the nearest', ['99.6', '100.1', '100.2'], [199, 200, 201]],
    ['of one price: a step apart', ['100', '100', '100'], [200, 200, 201]],
    ['of one price between two steps', ['100.3', '100.3', '100.3'], [200, 201, 201]],
    ['far below a step', ['0.01', '0.02', '0.03'], [1, 1, 2]],
  ])('has prices %s', (_, [bid = '', mid = '', ask = ''], expected) => {
    const state = stateOfGmx(prices(quoteOf(bid, mid, ask)))
    expect([state?.bid, state?.mark, state?.ask]).toEqual(expected)
    expect(state).toMatchObject({ receivedAtMs: NOW / 1_000 - 200, madeAtMs: NOW / 1_000 - 700 })
  })

  it.each([
    ['says nothing of hours', {}, null],
    ['is open', { isOpen: true }, 'OPEN'],
    ['is closed', { isOpen: false }, 'CLOSED'],
    ['is halted, whatever its hours', { isOpen: true, isPaused: true }, 'PAUSED'],
  ])('tells when the venue %s', (_, more, status) => {
    expect(stateOfGmx(prices(quoteOf('99', '100', '101', more)))?.status).toBe(status)
  })

  it('has the index of the sources, else the one before, else the mark', () => {
    const quote = quoteOf('99', '100', '101')
    const index = { index: usd('102.2'), staleReason: null }
    expect(stateOfGmx(prices(quote, undefined, index))?.index).toBe(204)
    expect(stateOfGmx(prices(quote), stateOf(190, { index: 188 }))?.index).toBe(188)
    expect(stateOfGmx(prices(quote))?.index).toBe(200)
  })

  it('is stale for the reason that the sources say', () => {
    const quote = quoteOf('99', '100', '101')
    for (const staleReason of ['silent', 'divergence'] as const)
      expect(stateOfGmx(prices(quote, undefined, { index: null, staleReason }))).toMatchObject({
        mark: 200,
        staleReason,
      })
  })

  it('stays what it was, and is silent, when the price cannot be told', () => {
    const huge = quoteOf('3000000000', '3000000000', '3000000000')
    expect(stateOfGmx(prices(huge))).toBeUndefined()
    expect(stateOfGmx(prices(huge), stateOf(200))).toMatchObject({ mark: 200, staleReason: 'silent' })
  })

  it('is there only once something was said', () => {
    expect(stateOfGmx(prices(undefined))).toBeUndefined()
  })
})

describe('what nobody has said since a publisher began', () => {
  const carried = (before: ListingState) => stateOfGmx(prices(undefined), before)

  it('is repeated as long as it may be', () => {
    const before = stateOf(200, { receivedAtMs: (NOW - LIMITS.carryFor) / 1_000 })
    expect(carried(before)).toBe(before)
  })

  it('is silent after that', () => {
    const before = stateOf(200, { receivedAtMs: (NOW - LIMITS.carryFor) / 1_000 - 1 })
    expect(carried(before)).toEqual({ ...before, staleReason: 'silent' })
  })

  it('stays stale for its reason, and closed without one', () => {
    for (const more of [{ staleReason: 'divergence' }, { status: 'CLOSED' }] as const) {
      const before = stateOf(200, { ...more, receivedAtMs: 0 })
      expect(carried(before)).toBe(before)
    }
  })

  it('was diverging: the one that has been heard is, until both have, for as long', () => {
    const before = stateOf(200, { staleReason: 'divergence' })
    const one = prices(quoteOf('99', '100', '101'))
    const both = prices(quoteOf('99', '100', '101'), quoteOf('99', '100', '101'))
    const reasonOf = (says: Prices, startedAt: number) =>
      composeStates([GMX!, OSTIUM!], says, new Map([[1, before]]), { ...LIMITS, startedAt }).get(1)?.staleReason
    expect(reasonOf(one, NOW - SECOND)).toBe('divergence')
    expect(reasonOf(both, NOW - SECOND)).toBeNull()
    expect(reasonOf(one, NOW - LIMITS.carryFor - 1)).toBeNull()
  })
})

describe('a tick', () => {
  const head = { number: 9, previous: 8, isSnapshot: false }
  const states = (...marks: readonly ListingState[]): States => new Map(marks.map((state, index) => [index + 1, state]))

  it('tells what changed, and a snapshot all', () => {
    const [before, next] = [states(stateOf(200), stateOf(300)), states(stateOf(200), stateOf(301))]
    expect(composeTick(head, before, next).entries).toEqual([{ listing: 2, ...stateOf(301), trade: 'BUY' }])
    expect(composeTick({ ...head, isSnapshot: true }, before, next).entries).toEqual([
      { listing: 1, ...stateOf(200), trade: null },
      { listing: 2, ...stateOf(301), trade: 'BUY' },
    ])
  })

  it.each([
    ['the mark falls', stateOf(200), stateOf(199), 'SELL'],
    ['the mark rises', stateOf(200), stateOf(201), 'BUY'],
    ['it is the first', undefined, stateOf(200), 'BUY'],
    ['it is stale', stateOf(200), stateOf(300, { staleReason: 'divergence' }), null],
    ['it is no longer stale', stateOf(300, { staleReason: 'divergence' }), stateOf(300), 'BUY'],
    ['only the index moves', stateOf(200), stateOf(200, { index: 7 }), null],
    ['it is halted', stateOf(200), stateOf(200, { status: 'PAUSED' }), null],
  ])('has a trade of a listing when %s', (_, before, next, trade) => {
    const [entry] = composeTick(head, new Map(before && [[1, before]]), new Map([[1, next]])).entries
    expect(entry).toEqual({ listing: 1, ...next, trade })
  })

  it('says nothing new when only its times are', () => {
    const later = stateOf(200, { receivedAtMs: NOW / 1_000, madeAtMs: NOW / 1_000 })
    expect(composeTick(head, states(stateOf(200)), states(later)).entries).toEqual([])
  })
})
