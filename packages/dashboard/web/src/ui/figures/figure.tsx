import type { ReactNode } from 'react'
import { formatDecimal, formatMoney, formatPercent, signOf, UNKNOWN } from './format.js'
import styles from './figure.module.css'
import { text } from '../../text/en/common.js'

interface FigureProps {
  readonly value: string | null | undefined
  /** The reason why it is not known, for the reader who meets a dash. */
  readonly unknown?: string
  /** Profit and loss: a sign before it, green above zero and red below. */
  readonly signed?: boolean
}

export const Money = ({ value, currency = 'USD', signed = false, unknown }: FigureProps & { currency?: string }) => (
  <Shown value={value} unknown={unknown} signed={signed}>
    {formatMoney(value, currency, signed)}
  </Shown>
)

export const Percent = ({ value, digits = 1, signed = false, unknown }: FigureProps & { digits?: number }) => (
  <Shown value={value} unknown={unknown} signed={signed}>
    {formatPercent(value, digits, signed)}
  </Shown>
)

/** A price or a quantity: all its digits, in groups, unless there are to be fewer. */
export const Decimal = ({ value, digitsMax = 18, signed = false, unknown }: FigureProps & { digitsMax?: number }) => (
  <Shown value={value} unknown={unknown} signed={signed}>
    {formatDecimal(value, { digitsMax, signed })}
  </Shown>
)

interface ShownProps {
  readonly value: string | null | undefined
  readonly unknown: string | undefined
  readonly signed: boolean
  readonly children: string
}

function Shown({ value, unknown = text.notKnown, signed, children }: ShownProps): ReactNode {
  if (children === UNKNOWN)
    return (
      <span className={styles.unknown} title={unknown}>
        <span aria-hidden>{UNKNOWN}</span>
        <span className={styles.hidden}>{unknown}</span>
      </span>
    )
  const direction = !signed ? undefined : { '-1': styles.down, '0': undefined, '1': styles.up }[signOf(value)]
  return <span className={`${styles.figure} ${direction ?? ''}`}>{children}</span>
}
