/**
 * The trading day of an account rolls once for each day of the plan's zone, whatever the clocks do: nights of 23 and 25
 * hours, resets that fall into a gap or come twice, and a clock of the machine's own that jumps. When the day ought to
 * begin is found by walking through the minutes of the zone's own clock, with nothing of the code under test.
 */
import fc from 'fast-check'
import { draw } from '@ats/test-kit'
import type { Micros } from '../values/time.js'
import { formatTimestamp } from '../values/time.js'
import { aPlan } from '../../../test/support/plans/plans.js'
import { scriptContext, timeOf, type ScriptedContext } from '../../../test/support/market/scripted-world.js'
import { aTrader } from '../../../test/support/trader.js'

/** A zone, and a day around which its clock is changed. */
const NIGHTS: readonly Night[] = [
  // midnight does not exist, or comes twice
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2018-02-18'],
  ['Asia/Beirut', '2024-03-31'],
  ['Asia/Beirut', '2024-10-27'],
  ['Europe/Prague', '2026-03-29'],
  ['Europe/Prague', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  // by half an hour
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
]
type Night = readonly [zone: string, date: string]

const MINUTE: Micros = 60_000_000
const HOUR = 60 * MINUTE
const DAYS = 5

/** The minutes around a night, each with what the zone's clock shows: `2026-03-29 02:30`. */
const walls = new Map<string, readonly (readonly [at: Micros, wall: string])[]>()

function wallsOf([timeZone, date]: Night): readonly (readonly [at: Micros, wall: string])[] {
  const known = walls.get(`${timeZone} ${date}`)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const noon = timeOf(`${date}T12:00:00Z`)
  const found: (readonly [Micros, string])[] = []
  for (let at = noon - DAYS * 24 * HOUR; at <= noon + DAYS * 24 * HOUR; at += MINUTE)
    found.push([at, format.format(at / 1000)])
  walls.set(`${timeZone} ${date}`, found)
  return found
}

/** When each day begins: at the first minute at which the clock shows the reset of its date, or is past it. */
function resetsOf(night: Night, resetTime: string): ReadonlyMap<string, Micros> {
  const begins = new Map<string, Micros>()
  let latest = ''
  for (const [at, wall] of wallsOf(night)) {
    const date = wall.slice(0, 10)
    const reset = `${date} ${resetTime}`
    // What the clock shows again, an hour after, begins nothing.
    if (wall >= reset && date > latest) {
      if (latest !== '') begins.set(date, at)
      latest = date
    }
  }
  return begins
}

const IS_WHOLE = process.env['SUITE'] === 'whole'

/** A clock some hours before the noon of that day, in UTC. */
function scriptFrom([, date]: Night, hours: number): ScriptedContext {
  const script = scriptContext()
  script.setTime(formatTimestamp(timeOf(`${date}T12:00:00Z`) - hours * HOUR))
  return script
}

const resetTimes = fc.constantFrom('00:00', '00:00', '00:30', '01:30', '02:00', '02:15', '02:30', '17:00', '23:30')

/** Jumps of the machine's clock, in minutes. */
const JUMPS = [-120, -60, 60, 120]

/** Minutes to the next look: mostly a short while, sometimes days, sometimes a jump. */
const wishes = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 40 }) },
    { weight: 6, arbitrary: fc.constantFrom(...JUMPS) },
    { weight: 1, arbitrary: fc.integer({ min: 600, max: 4_000 }) },
  ),
  { minLength: 60, maxLength: 200, size: 'max' },
)

/** The minutes by which the clock moves before each look: the next look takes a jump back, so that time goes on. */
function movesOf(wishes: readonly number[]): readonly number[] {
  let away = 0
  return wishes.map((minutes) => {
    const move = away !== 0 ? -away : minutes
    away = away === 0 && JUMPS.includes(minutes) ? minutes : 0
    return move
  })
}

test('a trading day begins once, at its reset or with the first decision after it; days without one have no row', () => {
  const seen = new Set<string>()
  const lifeOf = (night: Night) =>
    fc.property(resetTimes, fc.integer({ min: 30, max: 60 }), wishes, (resetTime, hours, jumps) => {
      const [resetTimeZone, date] = night
      const script = scriptFrom(night, hours)
      const trader = aTrader({ plan: aPlan({ dailyLoss: { resetTime, resetTimeZone } }), script })
      const begins = [...resetsOf(night, resetTime)]
      const dayOf = (at: Micros): string | undefined => begins.findLast(([, from]) => from <= at)?.[0]
      let furthest = script.now
      const stored = [trader.account.day.date]
      for (const minutes of movesOf(jumps)) {
        script.passTime(minutes * 60_000)
        if (script.now > timeOf(`${date}T12:00:00Z`) + (DAYS - 1) * 24 * HOUR) break
        if (script.now < furthest) seen.add('behind')
        furthest = Math.max(furthest, script.now)
        const before = trader.account.day
        const changes = trader.advance()
        const day = changes?.tradingDay ?? null
        expect(trader.account.day.date).toBe(dayOf(furthest))
        if (day === null) expect(trader.account.day).toEqual(before)
        if (changes === null || day === null) continue
        stored.push(day.date)
        expect(changes.account.clock).toBeGreaterThanOrEqual(script.now)
        seen.add(`${resetTimeZone} ${date}`)
        if (begins.some(([each]) => each > before.date && each < day.date)) seen.add('skipped')
      }
      expect(stored).toEqual([...new Set(stored)].sort())
    })
  for (const night of NIGHTS) fc.assert(lifeOf(night), { numRuns: IS_WHOLE ? 12 : 2 })
  // A few histories may have no reset to jump back over.
  if (IS_WHOLE)
    expect([...seen].sort()).toEqual([...NIGHTS.map((night) => night.join(' ')), 'behind', 'skipped'].sort())
})

test.each(draw(NIGHTS, 5, (night) => night.join(' ')))(
  '%s, %s: looked at every minute, and once more at every jump, no day is missing',
  (...night) => {
    const trader = aTrader({
      plan: aPlan({ dailyLoss: { resetTime: '00:00', resetTimeZone: night[0] } }),
      script: scriptFrom(night, 50),
    })
    const begins = [...resetsOf(night, '00:00')]
    const began = new Map<string, Micros>()
    const until = timeOf(`${night[1]}T12:00:00Z`) + 2 * 24 * HOUR
    const start = trader.script.now
    while (trader.script.now < until) {
      for (const hours of [0, -1, 0, -2, 0]) {
        const now = trader.script.now
        trader.script.passTime(hours * 3_600_000)
        const day = trader.advance()?.tradingDay
        if (day !== undefined && day !== null) {
          expect(began.has(day.date)).toBe(false)
          began.set(day.date, trader.script.now)
        }
        trader.script.passTime((now - trader.script.now) / 1000)
      }
      trader.script.passTime(60_000)
    }
    const expected = begins.filter(([, from]) => from > start && from < until)
    expect([...began].map(([date, at]) => `${date} ${formatTimestamp(at)}`)).toEqual(
      expected.map(([date, at]) => `${date} ${formatTimestamp(at)}`),
    )
  },
)
