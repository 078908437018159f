import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { text } from '../../text/en/gauge.js'
import { useNow } from '../time/clock.js'
import { formatPercent, signOf, toPixels } from './format.js'
import { gaugeShares, goalPct, type GaugeLevel } from './gauge-shares.js'
import styles from './gauge.module.css'
import { formatSpan } from '../time/time.js'

interface LimitGaugeProps {
  readonly label: string
  /** All there is between nothing used and the limit, and what is left of it. */
  readonly allowance: string
  readonly remaining: string
  /** Writes an amount in the unit of the limit. */
  readonly write: (amount: string) => string
  /** The equity at which the rule is broken. */
  readonly floor?: string
  readonly resetAt?: string | null
}

/** How much of a limit is used, what is left, where the floor is and when it moves: in figures, and as a bar. */
export function LimitGauge({ label, allowance, remaining, write, floor, resetAt = null }: LimitGaugeProps) {
  const { used, usedPct, level } = gaugeShares(allowance, remaining)
  return (
    <Gauge
      label={label}
      level={level}
      pct={usedPct}
      headline={signOf(remaining) < 0 ? text.over(write(remaining.slice(1))) : text.left(write(remaining))}
      note={level === 'ok' ? null : text.levels[level]}
      valueText={text.spoken(write(used), write(allowance), write(remaining))}
    >
      <span>{text.used(formatPercent(usedPct), write(allowance))}</span>
      {floor !== undefined && <span>{text.floor(write(floor))}</span>}
      {resetAt !== null && <Countdown at={resetAt} />}
    </Gauge>
  )
}

interface GoalGaugeProps {
  readonly label: string
  readonly goal: string
  readonly reached: string
  readonly write: (amount: string) => string
  readonly children?: ReactNode
}

/** How far a goal is reached. */
export const GoalGauge = ({ label, goal, reached, write, children }: GoalGaugeProps) => (
  <Gauge
    label={label}
    level="goal"
    pct={goalPct(goal, reached)}
    headline={text.reached(write(reached), write(goal))}
    note={null}
    valueText={text.reached(write(reached), write(goal))}
  >
    <span>{formatPercent(goalPct(goal, reached))}</span>
    {children}
  </Gauge>
)

interface GaugeProps {
  readonly label: string
  readonly level: GaugeLevel | 'goal'
  readonly pct: string
  readonly headline: string
  readonly note: string | null
  readonly valueText: string
  readonly children: ReactNode
}

const Gauge = ({ label, level, pct, headline, note, valueText, children }: GaugeProps) => (
  <div className={styles.gauge} data-level={level}>
    <div className={styles.head}>
      <Text span size="sm" fw={500}>
        {label}
        {note !== null && <span className={styles.note}>{note}</span>}
      </Text>
      <Text span size="sm" fw={600} className={styles.headline}>
        {headline}
      </Text>
    </div>
    <div
      className={styles.track}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(toPixels(pct))}
      aria-valuetext={valueText}
    >
      <div className={styles.bar} style={{ width: `${toPixels(pct)}%` }} />
    </div>
    <div className={styles.details}>{children}</div>
  </div>
)

/** Before its size is known. */
export const GAUGE_HEIGHT = 58

export function Countdown({ at }: { readonly at: string }) {
  const left = Date.parse(at) - useNow()
  return <span>{left <= 0 ? text.resetsNow : text.resetsIn(formatSpan(left))}</span>
}
