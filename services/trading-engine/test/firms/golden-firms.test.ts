/** The plans of firms in `docs/examples/firms`: each can be imported, and its path ends as its file says. */
import { checkPlans } from '../../src/commands/operator/check-plans.js'
import { NO_VENUE_COSTS } from '../../src/core/model/market/venue-costs.js'
import type { WrittenPlan } from '../../src/core/risk/written-plan.js'
import { planFileBody, plansOf, type PlanFileBody } from '../../src/http/operator/schemas/plan-file.js'
import { timeOf } from '../support/market/scripted-world.js'
import { FIRM_FILES, type FirmFile } from '../support/firms/firm-file.js'
import { workOut } from '../support/firms/firm-oracle.js'
import { playFirm } from '../support/firms/play-firm.js'

/** As the import of a file of plans takes it; throws with what is wrong. */
function importable({ plan }: FirmFile): WrittenPlan {
  const { error, value } = planFileBody.validate({ plans: [plan] }) as { error?: Error; value: PlanFileBody }
  if (error !== undefined) throw error
  const plans = plansOf(value, NO_VENUE_COSTS)
  checkPlans(plans, new Map(), timeOf('2026-11-30T00:00:00Z'))
  const [written] = plans
  if (written === undefined) throw new Error('no plan')
  return written
}

test('there are as many as are promised, each named by its plan', () => {
  expect(FIRM_FILES.length).toBeGreaterThanOrEqual(20)
  expect(new Set(FIRM_FILES.map(([, { firm }]) => firm)).size).toBeGreaterThanOrEqual(10)
  expect(FIRM_FILES.map(([, { plan }]) => plan.id)).toEqual(FIRM_FILES.map(([name]) => name))
})

describe.each(FIRM_FILES)('%s', (_name, file) => {
  const { expected } = file.path

  test('says where its rules are published, and is a plan that can be imported', () => {
    const { plan } = importable(file)
    expect(plan.source).toEqual({ url: file.source_url, verifiedOn: file.verified_on })
    expect(file.worked.length).toBeGreaterThan(1)
    expect(file.not_covered).not.toHaveLength(0)
  })

  test('its figures are those of the oracle', () => expect(workOut(file)).toEqual(expected))

  test('its figures are those of the engine', () =>
    expect(playFirm({ ...importable(file).plan, version: 1 }, file.path)).toEqual(expected))
})
