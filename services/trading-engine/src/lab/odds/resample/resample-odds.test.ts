/** Drawn days are days of the record with its prices and its orders, and the core decides on them as it always does. */
import { aPlan } from '../../../../test/support/plans/plans.js'
import { aRecording, aTask, FROM, slotOf } from '../../../../test/support/lab/a-record.js'
import { market, REDUCE_ONLY } from '../../../../test/support/commands.js'
import { decidePlace } from '../../../core/decide/decide-place.js'
import { decimal, rate } from '../../../core/values/decimal.js'
import { TICKS_PER_DAY } from '../../../core/values/tick.js'
import { loadCatalogue } from '../../../market/catalogue.js'
import { createLabAccount } from '../../core/lab-account.js'
import { seedBytes } from '../../run/recipe.js'
import { createRandom } from '../../tapes/xoshiro.js'
import { blockDrawOf, createBlockDraw, drawDays, type DrawnDay } from './draw-blocks.js'
import { playDays } from './play-days.js'
import { createResampling } from './resample-odds.js'
import { spliceDays } from './splice-days.js'

const catalogue = loadCatalogue()
const recording = aRecording()
const FIRST = FROM / 86_400_000_000
const drawn = (seed: number, count = 60): readonly DrawnDay[] =>
  drawDays(createBlockDraw([recording], 3, catalogue), count, createRandom(seed))

test('the days of a record in their order are its own tape', () => {
  const { days } = createBlockDraw([recording], 3, catalogue)
  expect(days.map(({ number }) => number - FIRST)).toEqual(Array.from({ length: 12 }, (_, day) => day))
  const { firstTick, series } = spliceDays([recording], days, FIRST)
  const [spliced, whole] = [series[0]!, recording.tape.series[0]!]
  const rows = whole.slots.findIndex((slot) => slot >= days.length * TICKS_PER_DAY)
  expect(firstTick).toBe(recording.tape.firstTick)
  expect(spliced.slots).toEqual(whole.slots.slice(0, rows))
  expect(spliced.prices).toEqual(whole.prices.slice(0, rows))
})

test('what is played on them is what the orders come to on the tape itself', () => {
  const { days } = createBlockDraw([recording], 3, catalogue)
  const stage = { catalogue, seed: seedBytes(1), news: [] }
  const lab = createLabAccount({ ...stage, tape: recording.tape, plan: aPlan(), onChanges: () => undefined })
  for (const { at, side } of recording.fills) {
    lab.playTo(slotOf(at))
    const flags = side === 'SELL' ? { flags: REDUCE_ONLY } : {}
    lab.decide((account, context) => decidePlace(account, market(side, '1', flags), context))
  }
  lab.playTo(days.length * TICKS_PER_DAY - 1)
  const { outcome, account } = playDays({
    ...{ ...stage, plan: aPlan(), days, isPaying: false, scale: { parts: 1n, of: 1n } },
    tape: spliceDays([recording], days, FIRST),
  })
  expect(outcome.end).toBe('unfinished')
  expect(account.balance).toBe(lab.account.balance)
  expect(account.balance).not.toBe(aPlan().initialBalance)
})

test('a block begins and ends where nothing was held', () => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const days = drawn(seed)
    for (const [place, day] of days.entries()) {
      const before = days[place - 1]
      if (day?.number === (before?.number ?? NaN) + 1) continue
      expect([day?.beginsFlat ?? true, before?.endsFlat ?? true]).toEqual([true, true])
    }
  }
  expect(new Set(drawn(1).map((day) => day?.number)).size).toBeGreaterThan(5)
})

test('days of a market that closes are played on the same day of the week', () => {
  const draw = blockDrawOf(createBlockDraw([recording], 3, catalogue).days, 3, true)
  for (const [place, day] of drawDays(draw, 60, createRandom(4)).entries())
    if (day !== null) expect((day.number - FIRST) % 7).toBe(place % 7)
})

test('the same seed meets the same days under every plan, so a wider floor never passes less', () => {
  const planOf = (pct: string) => aPlan({ maxDrawdown: { ...aPlan().risk.maxDrawdown, pct: rate(decimal(pct)) } })
  const play = (pct: string) => createResampling([aRecording('4')], aTask(planOf(pct)), catalogue).play
  const [narrow, wide] = [play('1'), play('20')]
  const ends = Array.from({ length: 20 }, (_, attempt) => [narrow(attempt).phases[0]!, wide(attempt).phases[0]!])
  expect(ends).toEqual(ends.map((_, attempt) => [play('1')(attempt).phases[0], play('20')(attempt).phases[0]]))
  expect(ends.filter(([first]) => first!.end === 'max_drawdown').length).toBeGreaterThan(0)
  for (const [first, second] of ends) expect(second!.day).toBeGreaterThanOrEqual(first!.day)
})
