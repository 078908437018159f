import { Text } from '@mantine/core'
import { text } from '../../text/en/firm/payouts.js'
import { asSentence } from '../../ui/figures/as-sentence.js'
import { formatDecimal, formatMoney, formatPercent } from '../../ui/figures/format.js'
import { ToneBadge } from '../../ui/tone-badge.js'
import styles from '../objective-list.module.css'
import type { Availability } from './payout-terms-list.js'

type Scaling = NonNullable<Availability['scaling']>

interface ScalingStepProps {
  readonly scaling: Scaling
  readonly currency: string
}

/** The next step by which the account grows: what it becomes, and what has to be met when a payout is paid. */
export const ScalingStep = ({ scaling, currency }: ScalingStepProps) => (
  <section aria-label={text.scaling}>
    <Text size="sm" fw={600} mb={2}>
      {text.scaling}
    </Text>
    <Text size="sm" mb={6}>
      {text.scalesTo(
        formatMoney(scaling.initial_balance, currency),
        scaling.split_pct === null ? null : formatPercent(scaling.split_pct),
      )}
    </Text>
    <ul className={styles.objectives}>
      {scaling.conditions.map((condition) => (
        <li key={condition.condition}>
          <div className={styles.head}>
            <Text span size="sm" fw={500}>
              {text.scalingNames[condition.condition]}
            </Text>
            <Text span size="sm">
              {text.scalingFigure(figure(condition, condition.value), figure(condition, condition.needed))}
            </Text>
            <ToneBadge tone={condition.met ? 'good' : 'plain'}>{condition.met ? text.met : text.notYet}</ToneBadge>
          </div>
          <Text size="sm" c="dimmed">
            {asSentence(condition.message)}
          </Text>
        </li>
      ))}
    </ul>
  </section>
)

const figure = ({ unit }: Scaling['conditions'][number], value: string): string =>
  unit === 'percent' ? formatPercent(value) : formatDecimal(value)
