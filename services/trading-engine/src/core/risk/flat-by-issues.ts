/** Finds moments of a file between which nothing could ever be opened. */
import { ASSET_CLASSES, type AssetClass } from '../model/market/instrument.js'
import { WEEKDAYS, type WrittenFlatBy } from '../model/plan/order-rules.js'
import type { WrittenRules } from '../model/plan/risk-config.js'
import type { Check } from './written-plan.js'

export function flatChecks({ flat_by: moments }: WrittenRules<bigint>): readonly Check[] {
  if (!moments) return []
  const isNeverOpened = (asset: AssetClass): boolean => {
    const concerned = moments.filter(({ classes }) => classes === undefined || classes.includes(asset))
    return [...new Set(concerned.map(({ tz }) => tz))].some((zone) =>
      leadsCoverWeek(concerned.filter(({ tz }) => tz === zone)),
    )
  }
  return [
    [
      ASSET_CLASSES.every(isNeverOpened),
      ['flat_by'],
      'plan.never_met',
      'leaves no time at which anything may be opened: each moment comes within the lead_minutes of the next. ' +
        'Take fewer lead_minutes',
    ],
  ]
}

const DAY = 1_440
const WEEK = 7 * DAY

/** Moments of one time zone, of which the clock changes are left out: they move all alike. */
function leadsCoverWeek(moments: readonly WrittenFlatBy[]): boolean {
  const isCovered = new Uint8Array(WEEK)
  for (const { time, days, lead_minutes: lead } of moments) {
    const [hour = 0, minute = 0] = time.split(':').map(Number)
    for (const day of days)
      for (let before = 1; before <= lead; before += 1)
        isCovered[(WEEKDAYS.indexOf(day) * DAY + hour * 60 + minute - before + WEEK) % WEEK] = 1
  }
  return isCovered.every(Boolean)
}
