/** When profit is paid, how much of it, and how an account grows that is paid. */
import { consistencyFields, CONSISTENT, dayFields } from './objective.js'
import { field, optionalField, type PlanSection } from './section.js'

const PAYOUTS = 'risk_config.payouts'
const SPLIT = `${PAYOUTS}.split`
const DAYS = `${PAYOUTS}.qualifying_days`
const CONSISTENCY = `${PAYOUTS}.consistency`
const HOLDING = `${PAYOUTS}.holding_time`
const SCALING = 'risk_config.scaling'

const TERMS = {
  ...{ first_after_days: 14, every_days: 14, min_amount: '100', buffer_amount: '0' },
  ...{ split: [{ pct: '80' }], flat: true },
}

const STEP = {
  when: { months: 3, profit_pct: '10', all: true },
  then: { initial_balance_pct: '25', max_initial_balance: '1000000' },
}

export const PAYOUT_SECTIONS: readonly PlanSection[] = [
  {
    name: 'payouts',
    fields: [
      field(`${PAYOUTS}.first_after_days`, 'whole'),
      field(`${PAYOUTS}.every_days`, 'whole'),
      field(`${PAYOUTS}.min_amount`, 'decimal'),
      optionalField(`${PAYOUTS}.max_amount`, 'decimal'),
      optionalField(`${PAYOUTS}.max_pct_of_balance`, 'decimal'),
      optionalField(`${PAYOUTS}.max_pct_of_profit`, 'decimal'),
      field(`${PAYOUTS}.buffer_amount`, 'decimal'),
      field(`${PAYOUTS}.flat`, 'flag'),
    ],
    optional: { path: PAYOUTS, template: TERMS, off: 'absent' },
  },
  {
    name: 'split',
    within: 'payouts',
    fields: [field(`${SPLIT}.pct`, 'decimal'), optionalField(`${SPLIT}.up_to_total`, 'decimal')],
    list: { path: SPLIT, item: { pct: '90' }, max: 10 },
  },
  {
    name: 'payoutDays',
    within: 'payouts',
    fields: dayFields(DAYS),
    optional: { path: DAYS, template: { min: 5, counts: 'NET_PROFIT' }, off: 'absent' },
  },
  {
    name: 'payoutConsistency',
    within: 'payouts',
    fields: consistencyFields(CONSISTENCY),
    optional: { path: CONSISTENCY, template: CONSISTENT, off: 'absent' },
  },
  {
    name: 'payoutHolding',
    within: 'payouts',
    fields: [field(`${HOLDING}.min_seconds`, 'whole'), field(`${HOLDING}.share_of_profit_pct`, 'decimal')],
    optional: { path: HOLDING, template: { min_seconds: 60, share_of_profit_pct: '50' }, off: 'absent' },
  },
  {
    name: 'scaling',
    within: 'payouts',
    fields: [
      optionalField(`${SCALING}.when.months`, 'whole'),
      optionalField(`${SCALING}.when.profit_pct`, 'decimal'),
      optionalField(`${SCALING}.when.payouts`, 'whole'),
      optionalField(`${SCALING}.then.initial_balance_pct`, 'decimal'),
      optionalField(`${SCALING}.then.max_initial_balance`, 'decimal'),
      optionalField(`${SCALING}.then.split_pct`, 'decimal'),
    ],
    optional: { path: SCALING, template: [STEP], off: 'absent' },
    list: { path: SCALING, item: STEP, max: 10 },
  },
]
