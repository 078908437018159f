import type { ScaledStep } from '../../core/model/events.js'
import {
  SCALING_CONDITIONS,
  SCALING_UNITS,
  type ScalingCondition,
  type ScalingProgress,
} from '../../core/risk/scaling-progress.js'
import { codecOf, field } from '../codec/codec.js'
import { count, decimal, flag, listOf, oneOf, orNull, text, time, uuid } from '../codec/kinds.js'

/** The data of `account.scaled`. */
export const scaledStepCodec = codecOf<ScaledStep>('ScaledStep')({
  step: field(count, ({ step }) => step, 'Counts from 1.'),
  payout_id: field(uuid, ({ payoutId }) => payoutId, 'The payout that ended the cycle.'),
  from: field(decimal, ({ from }) => from, 'The initial balance before.'),
  to: field(decimal, ({ to }) => to, 'From then on.'),
  amount: field(decimal, ({ amount }) => amount, 'What the balance has risen by: 0 where only the split has changed.'),
  split_pct: field(orNull(decimal), ({ splitPct }) => splitPct, "The trader's share; null: the tiers of the plan."),
})

const conditionCodec = codecOf<ScalingCondition>('ScalingCondition')({
  condition: field(oneOf(SCALING_CONDITIONS), ({ condition }) => condition),
  met: field(flag, ({ isMet }) => isMet),
  value: field(decimal, ({ value }) => value, 'In `unit`.'),
  needed: field(decimal, ({ needed }) => needed),
  unit: field(oneOf(SCALING_UNITS), ({ unit }) => unit),
  message: field(text, ({ message }) => message),
})

/** The next step, and what is missing to it. */
export const scalingProgressCodec = codecOf<ScalingProgress>('ScalingProgress')({
  step: field(count, ({ step }) => step, 'Counts from 1.'),
  since: field(time, ({ since }) => since, 'When the step before was taken, or the account opened.'),
  conditions: field(listOf(conditionCodec), ({ conditions }) => conditions, 'Judged when a payout is paid.'),
  initial_balance: field(decimal, ({ initialBalance }) => initialBalance, 'Once it is taken.'),
  split_pct: field(orNull(decimal), ({ splitPct }) => splitPct, 'Likewise; null: the tiers of the plan.'),
})
