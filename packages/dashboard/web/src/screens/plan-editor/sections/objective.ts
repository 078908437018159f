/** The objective of a plan, and what becomes of an account that nobody trades. */
import { field, optionalField, type PlanField, type PlanSection } from './section.js'

const OBJECTIVE = 'risk_config.objective'
const DAYS = `${OBJECTIVE}.trading_days`
const CONSISTENCY = `${OBJECTIVE}.consistency`
const INACTIVITY = 'risk_config.inactivity'

/** The days that count, as an objective and payouts say them. */
export const dayFields = (rule: string): readonly PlanField[] => {
  const onlyWith = { name: `${rule}.counts`, values: ['NET_PROFIT'] }
  return [
    field(`${rule}.min`, 'whole'),
    field(`${rule}.counts`, 'choice', ['OPENED', 'CLOSED', 'OPENED_AND_CLOSED', 'NET_PROFIT']),
    { ...optionalField(`${rule}.threshold_pct`, 'decimal'), onlyWith },
    { ...optionalField(`${rule}.threshold_amount`, 'decimal'), onlyWith },
  ]
}

export const consistencyFields = (rule: string): readonly PlanField[] => [
  field(`${rule}.pct`, 'decimal'),
  field(`${rule}.numerator`, 'choice', ['BEST_DAY', 'BEST_TRADE']),
  field(`${rule}.denominator`, 'choice', ['NET', 'POSITIVE_DAYS']),
  field(`${rule}.comparison`, 'choice', ['LE', 'LT']),
]

export const CONSISTENT = { pct: '40', numerator: 'BEST_DAY', denominator: 'NET', comparison: 'LE' }

export const OBJECTIVE_SECTIONS: readonly PlanSection[] = [
  {
    name: 'objective',
    fields: [
      optionalField(`${OBJECTIVE}.profit_target_pct`, 'decimal'),
      optionalField(`${OBJECTIVE}.profit_target_amount`, 'decimal'),
      { ...field(`${OBJECTIVE}.target_basis`, 'choice', ['BALANCE', 'EQUITY']), absent: 'BALANCE' },
      { ...field(`${OBJECTIVE}.require_flat`, 'flag'), absent: 'true' },
      optionalField(`${OBJECTIVE}.min_trading_days`, 'whole'),
      optionalField(`${OBJECTIVE}.max_days`, 'whole'),
    ],
    optional: { path: OBJECTIVE, template: { profit_target_pct: '10', min_trading_days: 0 }, off: 'null' },
  },
  {
    name: 'objectiveDays',
    within: 'objective',
    fields: dayFields(DAYS),
    optional: {
      ...{ path: DAYS, template: { min: 5, counts: 'OPENED' }, off: 'absent' },
      instead: { name: `${OBJECTIVE}.min_trading_days`, from: `${DAYS}.min` },
    },
  },
  {
    name: 'objectiveConsistency',
    within: 'objective',
    fields: [
      ...consistencyFields(CONSISTENCY),
      field(`${CONSISTENCY}.applies`, 'set', ['PASS', 'PAYOUT']),
      field(`${CONSISTENCY}.window`, 'choice', ['PHASE', 'LAST_PAYOUT']),
    ],
    optional: { path: CONSISTENCY, template: { ...CONSISTENT, applies: ['PASS'], window: 'PHASE' }, off: 'absent' },
  },
  {
    name: 'inactivity',
    fields: [
      field(`${INACTIVITY}.warn_after_days`, 'whole'),
      field(`${INACTIVITY}.close_after_days_from_warning`, 'whole'),
    ],
    optional: {
      ...{ path: INACTIVITY, template: { warn_after_days: 30, close_after_days_from_warning: 7 }, off: 'absent' },
    },
  },
]
