/** Stops LIVE accounts for a while, with orders of them at their venue: by switches, a halt, or news. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.js'
import type { LiveAccount, LiveTestBed } from './live-test-bed.js'

export interface Stop {
  readonly accountId: string
  readonly kind: string
  /** The time in which it is in force; null: no answer says when it begins. */
  readonly span: Span | null
}

/** From the answer that the account is stopped, until its end is asked for. */
interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

const BETWEEN_MS = [3_000, 10_000] as const
const LASTS_MS = [500, 3_000] as const
const HEARTBEAT_MS = 5_000

/** Stops the account now and then, beside the bot that trades it; it goes on in the end. */
export async function runStops(
  testBed: LiveTestBed,
  account: LiveAccount,
  random: Random,
  isOver: () => boolean,
): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  while (!isOver()) {
    await sleep(random.between(...BETWEEN_MS))
    if (isOver()) break
    const [kind, stop] = random.pick(STOPS)
    stops.push({ accountId: account.id, kind, span: await stop(testBed, account, random) })
  }
  return stops
}

type RunStop = (testBed: LiveTestBed, account: LiveAccount, random: Random) => Promise<Span | null>

const killSwitch =
  (flatten: boolean): RunStop =>
  async (testBed, account, random) => {
    const path = `/v1/account/${account.id}/kill-switch`
    await askOrThrow(testBed, account, 'POST', path, { flatten })
    const span = await spanOf(random)
    await askOrThrow(testBed, account, 'DELETE', path)
    return span
  }

const halt: RunStop = async (testBed, { id }, random) => {
  await testBed.operator('POST', `/accounts/${id}/halt`, { reason: 'a look at its books' })
  const span = await spanOf(random)
  // A release that was not answered may have been done: then nothing is left to release.
  await testBed.operator('POST', `/accounts/${id}/release`).catch(unlessConflict)
  return span
}

/** Nobody renews it. */
const deadManSwitch: RunStop = async (testBed, account, random) => {
  const path = `/v1/account/${account.id}/dead-man-switch`
  const action = random.pick(['CANCEL_OPENING', 'CANCEL_ALL', 'FLATTEN'])
  await askOrThrow(testBed, account, 'PUT', path, { timeout_ms: HEARTBEAT_MS, action })
  await sleep(HEARTBEAT_MS + random.between(...LASTS_MS))
  await askOrThrow(testBed, account, 'DELETE', path)
  return null
}

/** Freezes the minute before it, which begins with the import. */
const news: RunStop = async (testBed, account, random) => {
  const at = new Date(Date.now() + random.between(...LASTS_MS)).toISOString()
  const event = { id: account.id, title: 'Rate decision', at, impact: 'HIGH', currencies: ['BTC'] }
  await testBed.operator('PUT', '/news', { events: [event] })
  return null
}

const STOPS = [
  ['kill_switch', killSwitch(false)],
  ['flatten', killSwitch(true)],
  ['halt', halt],
  ['dead_man_switch', deadManSwitch],
  ['news', news],
] as const

/** A stop that is refused would stop nothing. */
async function askOrThrow(testBed: LiveTestBed, account: LiveAccount, ...[method, path, body]: Request): Promise<void> {
  const { status, text } = await testBed.ask(account, method, path, body)
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`)
}
type Request = Parameters<LiveTestBed['ask']> extends [unknown, ...infer Rest] ? Rest : never

async function spanOf(random: Random): Promise<Span> {
  const fromMs = Date.now()
  await sleep(random.between(...LASTS_MS))
  return { fromMs, untilMs: Date.now() }
}

function unlessConflict(error: unknown): void {
  if (!(error instanceof Error && error.message.includes(': 409 '))) throw error
}
