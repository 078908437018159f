import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { planDocument } from '../../firm/plan-versions.js'
import type { PlanVersion } from '../../api/firm/firm-plans.js'
import { wordsOf } from '../../text/en/firm/plan-editor.js'
import { nodeAt, parseJson, type JsonNode } from './json/parse-json.js'
import { planDifferences } from './plan-differences.js'
import { chooseValue, chosenOf, fieldText, isSectionShown, shownItems, switchSection, typeField } from './plan-draft.js'
import { PLAN_SECTIONS, unknownPaths } from './plan-fields.js'

const FIRMS = join(__dirname, '../../../../../../docs/examples/firms')

/** A plan with what no golden firm has. */
const RARE = {
  flat_by: [
    { time: '16:10', tz: 'America/Chicago', days: ['FRI'], classes: ['index'], lead_minutes: 5, severity: 'WARN' },
  ],
  strikes: [{ rule: 'flat_by', max: 3, window_days: 30, then: 'TERMINATE' }],
  holding_time: { min_seconds: 30, per: 'TRADE' },
  scaling: [{ when: { months: 3, all: true }, then: { split_pct: '90' } }],
}

const golden = readdirSync(FIRMS)
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const { plan } = JSON.parse(readFileSync(join(FIRMS, file), 'utf8')) as { readonly plan: PlanVersion }
    return [plan.id, plan] as const
  })
const [[, first] = ['', undefined]] = golden
const stoppingAtTarget = (plan: PlanVersion | undefined): PlanVersion => {
  const { risk_config: rules } = plan!
  return { ...plan!, risk_config: { ...rules, max_drawdown: { ...rules.max_drawdown, lock_at: 'TARGET' } } }
}
const plans = [
  ...golden,
  ['a floor that stops at the target', stoppingAtTarget(first)],
  ['every rule', { ...first, risk_config: { ...first?.risk_config, ...RARE } } as PlanVersion],
] as const

const rootOf = (text: string): JsonNode => parseJson(text).root!

describe.each(plans)('the editor with the plan %s', (_id, plan) => {
  const text = JSON.stringify(plan, null, 2)
  const root = rootOf(text)
  const shown = PLAN_SECTIONS.filter((section) => isSectionShown(root, section)).flatMap((section) =>
    shownItems(root, section).flat(),
  )

  test('all of it is on the form, in words', () => {
    expect(unknownPaths(root)).toEqual([])
    expect(shown.filter(({ name }) => wordsOf(name).meaning === '')).toEqual([])
  })

  test('what is typed as it was leaves every byte', () => {
    for (const field of shown) {
      if (field.kind === 'set') {
        const [chosen = ''] = chosenOf(root, field) ?? []
        if (chosen === '') continue
        const again = chooseValue(chooseValue(text, field, chosen, false)!, field, chosen, true)!
        expect(planDifferences(text, again)).toEqual([])
      } else if (nodeAt(root, field.name.split('.')) !== undefined) {
        expect(typeField(text, field, fieldText(root, field)!)).toBe(text)
      }
    }
  })

  test('each rule that is left out and put in again is as it was', () => {
    for (const section of PLAN_SECTIONS) {
      const { optional } = section
      const node = optional && nodeAt(root, optional.path.split('.'))
      if (node === undefined || node.kind === 'null') continue
      const off = switchSection(text, section, false, null)!
      const on = switchSection(off, section, true, text.slice(node.start, node.end))!
      expect(JSON.parse(on)).toEqual(plan)
    }
  })

  test('the document of its version has all of its rules', () => {
    const document = planDocument({ ...plan, version: 1 })
    const isThere = (entry: readonly [string, unknown]): boolean => entry[1] !== undefined
    const rules = Object.fromEntries(Object.entries(document.risk_config).filter(isThere))
    expect({ ...document, risk_config: rules }).toMatchObject(plan)
  })
})
