/** Plans of which a rule never binds are refused, and of every other plan each rule ends or locks some account. */
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { lossPath, lossRules } from '../../../test/support/losses/arbitrary-losses.js'
import { PATHS } from '../../../test/support/losses/firms.js'
import { searchPaths } from '../../../test/support/losses/search-paths.js'
import type { OracleRules, PathStep } from '../../../test/support/losses/loss-oracle.js'
import { planOf, playPath } from '../../../test/support/losses/play-path.js'
import { neverBinds } from './never-binds.js'

const daily: NonNullable<OracleRules['daily']> = {
  ...{ pct: 5, reference: 'BALANCE', amount_base: 'INITIAL', action: 'TERMINATE' },
}
const deadIn = (drawdown: OracleRules['drawdown'], day: OracleRules['daily'] = daily) =>
  neverBinds(planOf({ initial: 100_000, target: 6_000, drawdown, daily: day }))

test.each<[string, OracleRules['drawdown'], NonNullable<OracleRules['daily']>]>([
  [
    'EQUITY under the peak of the resets',
    { mode: 'TRAILING_EOD', pct: 5, peak_of: 'EQUITY' },
    { ...daily, reference: 'EQUITY' },
  ],
  ['BALANCE under the peak of the resets', { mode: 'TRAILING_EOD', pct: 4, peak_of: 'BALANCE' }, daily],
  ['BALANCE under that of closing fills', { mode: 'TRAILING_CLOSED', pct: 5 }, daily],
  ['EQUITY under the highest', { mode: 'TRAILING_INTRADAY', amount: 3_000 }, { ...daily, reference: 'EQUITY' }],
  ['the high of a day under the highest', { mode: 'TRAILING_INTRADAY', pct: 5 }, { ...daily, reference: 'DAY_HIGH' }],
  [
    'a larger share of less',
    { mode: 'PCT_OF_PEAK', pct: 4, peak_of: 'EQUITY' },
    { ...daily, reference: 'EQUITY', amount_base: 'REFERENCE' },
  ],
  ['all of the reference', { mode: 'STATIC', pct: 10 }, { ...daily, pct: 100, amount_base: 'REFERENCE' }],
])('daily_loss never binds: %s', (_name, drawdown, day) => {
  const dead = deadIn(drawdown, day)
  expect(dead?.rule).toBe('daily_loss')
  expect(dead?.message).toMatch(/^never binds: its floor, .* max_drawdown/)
})

test('max_drawdown never binds at 0 beside a share of what a day begins with', () => {
  expect(deadIn({ mode: 'STATIC', pct: 100 }, { ...daily, amount_base: 'REFERENCE' })).toEqual({
    rule: 'max_drawdown',
    message: expect.stringContaining('daily_loss, BALANCE − 5 % of REFERENCE, is above 0') as string,
  })
  expect(deadIn({ mode: 'STATIC', pct: 100 })).toBeNull()
})

test('the closed form and the example are those of the plan', () => {
  expect(deadIn({ mode: 'TRAILING_CLOSED', amount: 4_000 })?.message).toBe(
    'never binds: its floor, BALANCE − 5 % of INITIAL, is never above that of max_drawdown, peak − 4000, for the peak of ' +
      'TRAILING_CLOSED is never under BALANCE. A day and a peak of 100000: 95000 and 96000. ' +
      'Take less than max_drawdown has, or another reference',
  )
})

type Rule = 'max_drawdown' | 'daily_loss_limit'

/** The rules that end or lock the account on one of the paths; no more are played than it takes. */
function bindingOn(rules: OracleRules, paths: Iterable<readonly PathStep[]>, wanted: readonly Rule[]): readonly Rule[] {
  const found = new Set<Rule>()
  for (const path of paths) {
    for (const { rule } of playPath(rules, path).crossed) found.add(rule)
    if (wanted.every((rule) => found.has(rule))) break
  }
  return wanted.filter((rule) => found.has(rule))
}

function* pathsOf(rules: OracleRules): Generator<readonly PathStep[]> {
  for (const pathOf of Object.values(PATHS)) yield pathOf(rules.initial)
  yield* searchPaths(rules)
}

const isTaken = (rules: OracleRules): boolean => neverBinds(planOf(rules)) === null
const taken = lossRules.filter(isTaken)
const refused = lossRules.filter((rules) => !isTaken(rules))

test('of a plan that is taken each rule binds on some path', () => {
  fc.assert(
    fc.property(taken, (rules) => {
      const wanted: readonly Rule[] = rules.daily === null ? ['max_drawdown'] : ['max_drawdown', 'daily_loss_limit']
      expect(bindingOn(rules, pathsOf(rules), wanted)).toEqual(wanted)
    }),
    { numRuns: runs(300, 16) },
  )
})

test('of a plan that is refused the rule that is named binds on no path', () => {
  fc.assert(
    fc.property(refused, fc.array(lossPath, { minLength: 3, maxLength: 3 }), (rules, paths) => {
      const dead: Rule = neverBinds(planOf(rules))?.rule === 'max_drawdown' ? 'max_drawdown' : 'daily_loss_limit'
      const short = [...pathsOf(rules)].filter(({ length }) => length < 250)
      expect(bindingOn(rules, [...paths, ...short], [dead])).toEqual([])
    }),
    { numRuns: runs(40) },
  )
})
