/** Checks the prices of one source: those asked for by HTTP, and those that Ostium's stream brings first. */
import type { SecureContext } from 'node:tls'
import type { Instrument } from '../../../../core/model/market/instrument.js'
import type { Micros } from '../../../../core/values/time.js'
import { createMessageReader, subscription } from '../ostium/ostium-messages.js'
import { listOstium } from '../ostium/ostium-pairs.js'
import type { PriceSource } from '../price-source.js'
import { runConnection, type Opened } from '../venue-connection.js'
import { VenueError } from '../venue-http.js'
import { createVenueTickCheck } from '../venue-tick-check.js'
import type { ReadPrices } from '../venue-tick.js'
import { describeAnswer, type Checked, type Prices } from './source-report.js'

export function checkPrices(host: string, source: PriceSource): Promise<Checked> {
  const { name, instruments } = source
  return describeAnswer(name, host, instruments.length, async () => {
    const { answer, prices } = await source.ask()
    return { answer, ...judge(prices, instruments, answer.arrivedAt) }
  })
}

export interface StreamTarget {
  readonly url: string
  readonly secureContext?: SecureContext | undefined
  readonly timeoutMs: number
  readonly now: () => Micros
}

/** Subscribes to all pairs, and waits for the snapshot. */
export function checkStream(target: StreamTarget, all: readonly Instrument[]): Promise<Checked> {
  const instruments = listOstium(all)
  const { host } = new URL(target.url)
  return describeAnswer('Ostium stream', host, instruments.length, async () => {
    const { prices, opened, arrivedAt } = await firstPrices(target, host, instruments)
    const answer = { serverTime: opened.serverTime, askedAt: opened.askedAt, arrivedAt: opened.arrivedAt }
    return { answer, ...judge(prices, instruments, arrivedAt) }
  })
}

interface FirstPrices {
  readonly prices: ReadPrices
  readonly opened: Opened
  readonly arrivedAt: Micros
}

async function firstPrices(
  target: StreamTarget,
  host: string,
  instruments: readonly Instrument[],
): Promise<FirstPrices> {
  const read = createMessageReader(instruments)
  const done = new AbortController()
  let opened: Opened = { serverTime: null, askedAt: target.now(), arrivedAt: target.now() }
  let first: Omit<FirstPrices, 'opened'> | null = null
  const errors: string[] = []
  const end = await runConnection(
    {
      ...target,
      silentMs: target.timeoutMs,
      greeting: () => subscription(instruments),
      isDataExpected: () => true,
      onOpen: (response) => void (opened = response),
      onMessage(message, arrivedAt) {
        const found = read(message)
        if (found.type === 'error') errors.push(`it reports the error ${found.detail}`)
        if (found.type !== 'prices') return false
        first = { prices: found.prices, arrivedAt }
        done.abort()
        return true
      },
    },
    done.signal,
  )
  // TypeScript does not see that the callback has changed it.
  const brought = first as Omit<FirstPrices, 'opened'> | null
  if (brought === null) throw new VenueError([`${host} ${end.problem}`, ...errors], 0)
  return { ...brought, opened }
}

function judge(read: ReadPrices, instruments: readonly Instrument[], arrivedAt: Micros) {
  const open = read.ticks.filter(({ isOpen }) => isOpen !== false).map(({ symbol, mid }) => [symbol, mid] as const)
  const prices: Prices = new Map(open)
  return { found: read.ticks.length, problems: faultsOf(read, instruments, arrivedAt), prices }
}

/** Tells all that a polling would log of this response. */
function faultsOf(read: ReadPrices, instruments: readonly Instrument[], arrivedAt: Micros): readonly string[] {
  const bySymbol = new Map(instruments.map((instrument) => [instrument.symbol, instrument]))
  const rejected: string[] = []
  for (const tick of read.ticks) {
    const instrument = bySymbol.get(tick.symbol)
    if (instrument === undefined) continue
    const seconds = ((arrivedAt - tick.at) / 1e6).toFixed(1)
    const reject = (fault: string): void => void rejected.push(`${tick.symbol}: ${fault}, made ${seconds} s ago`)
    createVenueTickCheck(instrument, reject).offer(tick, arrivedAt)
  }
  return [
    ...read.unreadable.map(({ symbol, fault, detail }) => `${symbol ?? 'response'}: ${fault}: ${detail}`),
    ...(read.missing.length === 0 ? [] : [`missing: ${read.missing.join(', ')}`]),
    ...rejected,
  ]
}
