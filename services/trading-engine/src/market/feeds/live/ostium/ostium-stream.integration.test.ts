import { createLogger } from '@ats/service-kit/process'
import { startVenuePrices, type VenuePrices, type PriceFault } from '@ats/test-chain'
import { captureLogs, runs } from '@ats/test-kit'
import { loadCatalogue } from '../../../catalogue.js'
import { createVenueIntake, type AcceptedTick } from '../venue-intake.js'
import { loadVenueAuthorities } from '../venue-tls.js'
import { createOstiumStream, type OstiumStream } from './ostium-stream.js'

const catalogue = loadCatalogue()
const instruments = ['BTC-USD', 'EUR-USD', 'SPX-USD'].map((symbol) => catalogue.find(symbol)!)
const [FIRST, ...OTHERS] = instruments.map(({ symbol }) => symbol)

let venues: VenuePrices
let stream: OstiumStream | undefined
let clock = 0
let ticks: AcceptedTick[] = []
let logs = captureLogs()

const startVenues = async (options: { readonly isOpen?: boolean; readonly isTls?: boolean } = {}) => {
  clock = Date.parse('2026-07-06T13:41:54Z')
  venues = await startVenuePrices({
    now: () => clock,
    tokens: [],
    pairs: instruments.map(({ base, quote, typicalPrice }) => ({
      // As Ostium's interface names it since mid-2026.
      from: base === 'SPX' ? 'US500' : base,
      to: quote,
      price: typicalPrice,
      isOpen: options.isOpen ?? true,
    })),
    isTls: options.isTls ?? false,
  })
}

function startStream({ silentMs = 60_000, timeoutMs = 5_000, caFile = null as string | null } = {}): OstiumStream {
  ticks = []
  logs = captureLogs()
  const logger = createLogger({ service: 'test', level: 'info', destination: logs.destination })
  const intake = createVenueIntake({
    venue: 'OSTIUM',
    instruments,
    logger,
    onTicks: (accepted) => void (ticks = [...ticks, ...accepted]),
  })
  stream = createOstiumStream({
    ...{ url: venues.streamUrl, secureContext: loadVenueAuthorities(caFile), instruments, intake, timeoutMs, silentMs },
    logger,
    now: () => clock * 1000,
    random: () => 0,
    firstWaitMs: 1,
  })
  stream.start()
  return stream
}
afterEach(async () => {
  await stream?.stop()
  await venues.close()
})

/** Looks in each turn of the event loop. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
const symbolsOf = (accepted: readonly AcceptedTick[]) => accepted.map(({ symbol }) => symbol)
const logged = () => logs.entries().map(({ msg, symbol, reason }) => [msg, symbol, reason])
const isConnected = (): boolean => stream?.health().isConnected === true

/** A second later by every clock, and with a text that comes after all ticks. */
async function tick(): Promise<void> {
  clock += 1_000
  const before = logs.entries().length + ticks.length
  venues.tick()
  await until(() => logs.entries().length + ticks.length > before)
}

describe('a stream that works', () => {
  it('delivers a snapshot of all pairs, whichever name the venue uses, and then every tick', async () => {
    await startVenues()
    startStream()
    await until(() => ticks.length === 3)
    expect(symbolsOf(ticks)).toEqual([FIRST, ...OTHERS])
    clock += 1_000
    venues.tick()
    await until(() => ticks.length === 6)
    expect(symbolsOf(ticks.slice(3))).toEqual([FIRST, ...OTHERS])
    expect(ticks[3]).toMatchObject({ venue: 'OSTIUM', isOpen: true, at: clock * 1000, arrivedAt: clock * 1000 })
    expect(stream?.health()).toMatchObject({ isConnected: true, reconnects: 0 })
    expect(logged()).toEqual([])
  })

  it('connects over TLS only to a venue whose certificate authority is trusted', async () => {
    await startVenues({ isTls: true })
    const untrusting = startStream()
    await until(() => logs.text().includes('DEPTH_ZERO_SELF_SIGNED_CERT'))
    expect(ticks).toEqual([])
    await untrusting.stop()
    startStream({ caFile: venues.caFile })
    await until(() => ticks.length === 3)
  })

  it('ignores unknown messages, and logs the errors of the venue once', async () => {
    await startVenues()
    startStream()
    await until(isConnected)
    for (const text of ['{"type":"heartbeat"}', '[]', 'null', '{"type":"tick","data":{"from":"XYZ","to":"USD"}}'])
      venues.say(text)
    for (const pair of ['SPX-USD', 'CL-USD']) venues.say(`{"type":"error","message":"unknown pair ${pair}"}`)
    await until(() => logs.entries().length > 0)
    await tick()
    expect(logged()).toEqual([['the price stream reported an error', undefined, undefined]])
    expect(venues.streaming().connected).toBe(1)
  })
})

describe('a stream that fails', () => {
  beforeEach(() => startVenues())

  it.each<[PriceFault, string]>([
    ['refuse', 'ECONNREFUSED'],
    ['hang', 'did not answer in time'],
    ['error', 'answered 500'],
    ['too_many', 'answered 429'],
    ['half', 'was closed by the venue (1006)'],
    ['html', 'answered 200'],
    ['redirect', 'answered 302'],
    ['endless', 'sent a message that is too long'],
    ['silent', 'is open and silent'],
  ])('%s: no prices; the loss and the reconnection are logged once', async (fault, why) => {
    await venues.fail(fault)
    startStream({ ...(fault === 'silent' && { silentMs: 40 }), ...(fault === 'hang' && { timeoutMs: 40 }) })
    await until(() => logs.entries().length > 0)
    expect(logs.text()).toContain(why)
    expect([ticks, isConnected()]).toEqual([[], false])
    if (fault === 'too_many') return // it waits as long as the venue asks for
    await venues.fail(null)
    await until(isConnected)
    expect(logged().slice(0, 2)).toEqual([
      ['the price stream of OSTIUM is lost', undefined, expect.stringContaining('127.0.0.1:')],
      ['the price stream of OSTIUM is back', undefined, undefined],
    ])
  })

  it('reconnects when an open connection sends nothing for too long', async () => {
    startStream({ silentMs: 40 })
    await until(isConnected)
    await venues.fail('silent')
    await until(() => logs.text().includes('is open and silent'))
    await venues.fail(null)
    await until(() => (stream?.health().reconnects ?? 0) > 0)
  })

  it('reconnects when a message is not JSON', async () => {
    startStream()
    await until(isConnected)
    venues.say('<!doctype html>')
    await until(() => stream?.health().reconnects === 1)
    expect(logs.text()).toContain('sent something that is not JSON')
  })

  it('leaves out a symbol whose price cannot be read, and logs it once', async () => {
    startStream()
    await until(isConnected)
    await venues.fail('renamed')
    for (const seconds of [1, 2]) {
      clock += seconds * 1_000
      ticks = []
      venues.tick()
      await until(() => ticks.length === OTHERS.length)
      expect(symbolsOf(ticks)).toEqual(OTHERS)
    }
    expect(logged()).toEqual([['a price was rejected', FIRST, 'fields']])
    expect([...(stream?.channel.figures().rejected ?? [])]).toEqual([['fields', 2]])
    expect(venues.streaming().connected).toBe(1)
  })
})

it('stays connected without prices while the markets are closed and pings are answered', async () => {
  await startVenues({ isOpen: false })
  startStream({ silentMs: 200 })
  await until(isConnected)
  const pings = venues.streaming().pings
  await until(() => venues.streaming().pings > pings + 10)
  expect([venues.streaming().connected, logged()]).toEqual([1, []])
})

it('leaks no timer, socket or listener over many reconnections', async () => {
  await startVenues()
  startStream()
  const reconnectTo = async (count: number): Promise<void> => {
    while ((stream?.health().reconnects ?? 0) < count) {
      const before = stream?.health().reconnects ?? 0
      await until(isConnected)
      venues.cutStreams()
      await until(() => (stream?.health().reconnects ?? 0) > before)
    }
  }
  const warnings: string[] = []
  const warn = ({ message }: Error): void => void warnings.push(message)
  process.on('warning', warn)
  const [made, cleared] = [jest.spyOn(globalThis, 'setInterval'), jest.spyOn(globalThis, 'clearInterval')]
  await reconnectTo(20)
  const resources = process.getActiveResourcesInfo().length
  await reconnectTo(20 + runs(1_000))
  process.off('warning', warn)
  expect(venues.streaming().clients).toBe(1)
  expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(resources + 5)
  expect(warnings).toEqual([])
  expect(made.mock.calls.length - cleared.mock.calls.length).toBe(1)
})
