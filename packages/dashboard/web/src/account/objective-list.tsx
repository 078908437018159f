import { Text } from '@mantine/core'
import type { ObjectiveState } from '@ats/sdk/types'
import { text } from '../text/en/objectives.js'
import { asSentence } from '../ui/figures/as-sentence.js'
import { formatDecimal, formatMoney, formatPercent } from '../ui/figures/format.js'
import { ToneBadge } from '../ui/tone-badge.js'
import styles from './objective-list.module.css'

interface ObjectiveListProps {
  readonly states: readonly ObjectiveState[]
  readonly currency: string
}

/** Each part of the objective: whether it is met, what it is of what it has to be, and what that means. */
export const ObjectiveList = ({ states, currency }: ObjectiveListProps) => (
  <section aria-label={text.title}>
    <Text size="sm" fw={600} mb={6}>
      {text.title}
    </Text>
    <ul className={styles.objectives}>
      {states.map((state) => (
        <li key={state.objective}>
          <div className={styles.head}>
            <Text span size="sm" fw={500}>
              {text.names[state.objective]}
            </Text>
            <Text span size="sm">
              {figureOf(state, currency)}
            </Text>
            <ToneBadge tone={state.met ? 'good' : 'plain'}>{state.met ? text.met : text.notYet}</ToneBadge>
          </div>
          <Text size="sm" c="dimmed">
            {asSentence(state.sentence)}
          </Text>
        </li>
      ))}
    </ul>
  </section>
)

function figureOf({ unit, value, needed }: ObjectiveState, currency: string): string {
  const write = (amount: string): string => {
    if (unit === 'USD') return formatMoney(amount, currency)
    return unit === 'percent' ? formatPercent(amount) : formatDecimal(amount)
  }
  return text.figure(value === null ? text.nothing : write(value), write(needed))
}
