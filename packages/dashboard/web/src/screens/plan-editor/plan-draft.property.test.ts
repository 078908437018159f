import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import { leavesOf, parseJson, type JsonNode } from './json/parse-json.js'
import { setJson } from './json/edit-json.js'
import {
  addItem,
  chooseValue,
  chosenOf,
  fieldText,
  isFieldShown,
  isSectionOn,
  isSectionShown,
  removeItem,
  shownItems,
  switchSection,
  typeField,
} from './plan-draft.js'
import { planDifferences } from './plan-differences.js'
import { EMPTY_PLAN, fieldAt, itemFields, pathOf, PLAN_SECTIONS, unknownPaths } from './plan-fields.js'
import type { PlanField, PlanSection } from './sections/section.js'

const rootOf = (text: string): JsonNode => {
  const { root, problem } = parseJson(text)
  if (root === undefined) throw new Error(problem.fault)
  return root
}
const writtenAt = (text: string): ReadonlyMap<string, string> =>
  new Map(leavesOf(rootOf(text)).map(({ path, node }) => [JSON.stringify(path), text.slice(node.start, node.end)]))

/** All fields, those of lists in their first item. */
const fields = PLAN_SECTIONS.flatMap((section) => itemFields(section, 0))
const typedFields = fields.filter(({ kind, object }) => kind !== 'set' && object === undefined)
const typed = fc.oneof(
  fc.constantFrom('5', '5.50', '0', '007', '', 'true', '1e3', '-1', '"'),
  fc.string({ maxLength: 12 }),
)

/** A plan with every rule, and with fields that the form does not know, at any depth. */
const plan = fc
  .tuple(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('note', 'risk_config.note', 'risk_config.exposure.max_age', 'venue_costs.x'),
  )
  .map(([extra, at]) => {
    let text = JSON.stringify(EMPTY_PLAN, null, 2)
    for (const section of PLAN_SECTIONS.filter(({ optional }) => optional !== undefined))
      if (!isSectionOn(rootOf(text), section)) text = switchSection(text, section, true, null)!
    return { text: setJson(text, pathOf(at), JSON.stringify(extra))!, at }
  })

test('what is typed on the form is what the form reads from the JSON; nothing else of the JSON moves', () => {
  fc.assert(
    fc.property(
      plan,
      fc.array(fc.tuple(fc.constantFrom(...typedFields), typed), { maxLength: 6 }),
      ({ text, at }, edits) => {
        let document = text
        for (const [field, value] of edits) {
          const before = writtenAt(document)
          const next = typeField(document, field, value)
          expect(next).not.toBeNull()
          document = next!
          expect(fieldText(rootOf(document), field)).toBe(value)
          const key = JSON.stringify(pathOf(field.name))
          const after = writtenAt(document)
          // What was empty may have got a member.
          const kept = [...before].filter(([path, written]) => path !== key && written !== '{}')
          expect(kept.filter(([path, written]) => after.get(path) !== written)).toEqual([])
        }
        expect(unknownPaths(rootOf(document))).toEqual([at])
      },
    ),
    { numRuns: runs(400) },
  )
})

test('what is written in the JSON is what the form shows', () => {
  const scalar = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  fc.assert(
    fc.property(plan, fc.constantFrom(...typedFields), scalar, ({ text }, field, value) => {
      const document = setJson(text, pathOf(field.name), JSON.stringify(value))!
      expect(fieldText(rootOf(document), field)).toBe(typeof value === 'string' ? value : JSON.stringify(value))
    }),
    { numRuns: runs(400) },
  )
})

test('a set keeps what the form does not know, and no value is there twice', () => {
  const field = fieldAt('allowed_venues')!
  const items = fc.array(fc.oneof(fc.constantFrom('GMX', 'OSTIUM', 'HYPERLIQUID'), fc.integer()), { maxLength: 4 })
  fc.assert(
    fc.property(items, fc.constantFrom('GMX', 'OSTIUM'), fc.boolean(), (listed, value, isChosen) => {
      const text = setJson(JSON.stringify(EMPTY_PLAN), ['allowed_venues'], JSON.stringify(listed))!
      const document = chooseValue(text, field, value, isChosen)!
      expect(chosenOf(rootOf(document), field)).toEqual([
        ...listed.filter((item) => typeof item === 'string' && item !== value),
        ...(isChosen ? [value] : []),
      ])
      const others = (JSON.parse(document) as { allowed_venues: unknown[] }).allowed_venues.filter(
        (item) => item !== value,
      )
      expect(others).toEqual(listed.filter((item) => item !== value))
    }),
  )
})

test('a rule that is switched off and on again is as it was; what is absent stays absent', () => {
  const optional = PLAN_SECTIONS.filter((section) => section.optional !== undefined && section.within === undefined)
  for (const section of optional.filter(({ name }) => name !== 'daily')) {
    const begin = JSON.stringify(EMPTY_PLAN, null, 2)
    expect(isSectionOn(rootOf(begin), section)).toBe(false)
    const on = switchSection(begin, section, true, '{ "rare": 1.50 }')!
    expect(isSectionOn(rootOf(on), section)).toBe(true)
    expect(on).toContain('{ "rare": 1.50 }')
    expect(JSON.parse(switchSection(on, section, false, null)!)).toEqual(EMPTY_PLAN)
  }
  const daily = sectionOf('daily')
  const off = switchSection(JSON.stringify(EMPTY_PLAN), daily, false, null)!
  expect(JSON.parse(off)).toMatchObject({ risk_config: { daily_loss: null } })
  expect(JSON.parse(switchSection(off, daily, true, null)!)).toEqual(EMPTY_PLAN)
})

const sectionOf = (name: PlanSection['name']): PlanSection => PLAN_SECTIONS.find((section) => section.name === name)!
const ruleOf = (text: string, rule: string): unknown =>
  (JSON.parse(text) as { risk_config: Record<string, unknown> }).risk_config[rule]

test('a section within another is shown with it, and goes with it', () => {
  const begin = JSON.stringify(EMPTY_PLAN, null, 2)
  const [objective, days] = [sectionOf('objective'), sectionOf('objectiveDays')]
  expect(isSectionShown(rootOf(begin), days)).toBe(false)
  const on = switchSection(begin, objective, true, null)!
  expect(isSectionShown(rootOf(on), days)).toBe(true)
  const counted = switchSection(on, days, true, null)!
  expect(ruleOf(counted, 'objective')).toEqual({
    profit_target_pct: '10',
    trading_days: { min: 5, counts: 'OPENED' },
  })
  expect(isFieldShown(rootOf(counted), fieldAt('risk_config.objective.min_trading_days')!)).toBe(false)
  expect(ruleOf(switchSection(counted, days, false, null)!, 'objective')).toEqual({
    profit_target_pct: '10',
    min_trading_days: 5,
  })
  expect(JSON.parse(switchSection(counted, objective, false, null)!)).toEqual(EMPTY_PLAN)
})

test('items of a list come and go; a list that may be absent goes with its last, one that has to be there stays', () => {
  const begin = JSON.stringify(EMPTY_PLAN, null, 2)
  const [flat, payouts, split] = [sectionOf('flatBy'), sectionOf('payouts'), sectionOf('split')]
  const two = addItem(switchSection(begin, flat, true, null)!, flat)!
  expect(shownItems(rootOf(two), flat)).toHaveLength(2)
  const typed = typeField(two, fieldAt('risk_config.flat_by.1.time')!, '15:10')!
  expect(ruleOf(removeItem(typed, flat, 0)!, 'flat_by')).toMatchObject([{ time: '15:10' }])
  expect(JSON.parse(removeItem(removeItem(typed, flat, 0)!, flat, 0)!)).toEqual(EMPTY_PLAN)
  const tiers = addItem(switchSection(begin, payouts, true, null)!, split)!
  expect(
    ruleOf(typeField(tiers, fieldAt('risk_config.payouts.split.0.up_to_total')!, '10000')!, 'payouts'),
  ).toMatchObject({ split: [{ pct: '80', up_to_total: '10000' }, { pct: '90' }] })
  const later = setJson(begin, ['risk_config', 'flat_by'], '"later"')!
  expect(addItem(later, flat)).toBeNull()
})

test('a class without a cap is not in the document', () => {
  const on = switchSection(JSON.stringify(EMPTY_PLAN), sectionOf('classes'), true, null)!
  const forex = typeField(on, fieldAt('risk_config.exposure.by_class.forex.max_positions')!, '3')!
  const left = typeField(forex, fieldAt('risk_config.exposure.by_class.crypto.max_notional')!, '')!
  expect(ruleOf(left, 'exposure')).toMatchObject({ by_class: { forex: { max_positions: 3 } } })
})

test('a floor stops at an amount, or at the profit target in its place', () => {
  const [at, offset] = ['', '.offset'].map((end) => fieldAt(`risk_config.max_drawdown.lock_at${end}`)!)
  const stop = (text: string): unknown => (ruleOf(text, 'max_drawdown') as Record<string, unknown>)['lock_at']
  const amount = typeField(switchSection(JSON.stringify(EMPTY_PLAN), sectionOf('stop'), true, null)!, offset!, '100')!
  expect([fieldText(rootOf(amount), at!), stop(amount)]).toEqual(['OFFSET', { offset: '100' }])
  expect(typeField(amount, at!, 'OFFSET')).toBe(amount)
  const target = typeField(amount, at!, 'TARGET')!
  expect([fieldText(rootOf(target), at!), stop(target)]).toEqual(['TARGET', 'TARGET'])
  expect([isFieldShown(rootOf(amount), offset!), isFieldShown(rootOf(target), offset!)]).toEqual([true, false])
  expect(stop(typeField(target, at!, 'OFFSET')!)).toEqual({ offset: '0' })
  const rare = setJson(amount, ['risk_config', 'max_drawdown', 'lock_at', 'rare'], '1')!
  expect(unknownPaths(rootOf(rare))).toEqual(['risk_config.max_drawdown.lock_at.rare'])
  expect(JSON.parse(switchSection(target, sectionOf('stop'), false, null)!)).toEqual(EMPTY_PLAN)
})

test('a number stays a number, and a text stays a text', () => {
  const pct: PlanField = { name: 'risk_config.daily_loss.pct', kind: 'decimal' }
  const write = (value: unknown) => setJson(JSON.stringify(EMPTY_PLAN), pathOf(pct.name), JSON.stringify(value))!
  expect(typeField(write(5), pct, '4.50')).toContain('"pct":4.50,')
  expect(typeField(write(5), pct, '4,50')).toContain('"pct":"4,50",')
  expect(typeField(write('5'), pct, '4.50')).toContain('"pct":"4.50",')
})

test('where the JSON has something else on the way, the form leaves it alone', () => {
  const document = setJson(JSON.stringify(EMPTY_PLAN), ['risk_config'], '"later"')!
  expect(typeField(document, fieldAt('risk_config.daily_loss.pct')!, '5')).toBeNull()
})

test('a difference is one of meaning', () => {
  const text = JSON.stringify(EMPTY_PLAN)
  const same = text
    .replace('"initial_balance":"100000"', '"initial_balance":100000.00')
    .replace('["GMX","OSTIUM"]', '["OSTIUM","GMX"]')
    .replace('"objective":null', '"venue_costs":null')
  expect(planDifferences(text, same)).toEqual([])
  const other = text.replace('"pct":"5"', '"pct":"4"').replace('"currency":"USD",', '').replace('"GMX"', '"gmx"')
  expect(planDifferences(text, other)).toEqual([
    { name: 'currency', before: 'USD', after: null },
    { name: 'allowed_venues', before: 'GMX, OSTIUM', after: 'gmx, OSTIUM' },
    { name: 'risk_config.daily_loss.pct', before: '5', after: '4' },
  ])
})

test('a difference of an item of a list is told, too', () => {
  const before = switchSection(JSON.stringify(EMPTY_PLAN), sectionOf('payouts'), true, null)!
  const after = typeField(before, fieldAt('risk_config.payouts.split.0.pct')!, '75')!
  expect(planDifferences(before, after)).toEqual([
    { name: 'risk_config.payouts.split.0.pct', before: '80', after: '75' },
  ])
})
