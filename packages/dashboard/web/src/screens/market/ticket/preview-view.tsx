import { Alert, Stack, Text } from '@mantine/core'
import type { Preview } from '@ats/sdk/types'
import type { ReactNode } from 'react'
import { ruleName } from '../../../text/en/common.js'
import { text as orderText } from '../../../text/en/orders.js'
import { text } from '../../../text/en/ticket.js'
import { Decimal, Money } from '../../../ui/figures/figure.js'
import { averageDigits, formatDecimal, formatMoney } from '../../../ui/figures/format.js'
import { Problem } from '../../../ui/states.js'
import { Violations } from '../../../ui/violations.js'
import styles from './ticket.module.css'
import type { PreviewReading } from './use-preview.js'

interface PreviewViewProps {
  readonly reading: PreviewReading
  readonly currency: string
  /** False while the quantity is a stand-in, used to learn the largest one. */
  readonly isAsked: boolean
  /** A field holds what no order can have. */
  readonly hasProblems: boolean
}

/** The effects that the order would have now. Screen readers are told when it has changed. */
export const PreviewView = ({
  reading: { value, problem, isOld, isStandIn },
  currency,
  isAsked,
  hasProblems,
}: PreviewViewProps) => (
  <section aria-label={text.preview} className={styles.preview}>
    <Text size="xs" c="dimmed" mb={4}>
      {text.preview}
    </Text>
    <div aria-live="polite" aria-busy={isOld}>
      {problem !== null && <Problem problem={problem} />}
      {!isAsked && problem === null && <Text size="sm">{hasProblems ? text.previewInvalid : text.previewEmpty}</Text>}
      {isAsked && !isStandIn && value !== undefined && problem === null && (
        <Body preview={value} currency={currency} isOld={isOld} />
      )}
    </div>
  </section>
)

interface BodyProps {
  readonly preview: Preview
  readonly currency: string
  readonly isOld: boolean
}

function Body({ preview, currency, isOld }: BodyProps) {
  const { violations, warnings } = preview
  return (
    <Stack gap="xs" className={isOld ? styles.old : ''}>
      {violations.length > 0 && <Violations violations={violations} />}
      {warnings.length > 0 && (
        <Alert color="yellow" variant="light">
          {text.stopBeyond}
        </Alert>
      )}
      <dl className={styles.figures}>
        <Effects preview={preview} currency={currency} />
      </dl>
      <RuleList rules={preview.rules} currency={currency} />
    </Stack>
  )
}

function Effects({ preview, currency }: Omit<BodyProps, 'isOld'>) {
  const { order, position, after, costs } = preview
  return (
    <>
      <Row name={text.fills}>{order === null ? '–' : fillText(order)}</Row>
      <Row name={text.fees}>
        <Money value={order?.fees} currency={currency} />
      </Row>
      {costs.carry !== null && (
        <Row name={text.carry}>
          <Money value={costs.carry.per_day} currency={currency} signed />
        </Row>
      )}
      <Row name={text.position}>
        {position === null ? text.flat : `${orderText.sides[position.direction]} ${formatDecimal(position.quantity)}`}
      </Row>
      <Row name={text.liquidation}>
        <Decimal value={position?.liquidation_price} unknown={text.none} />
      </Row>
      <Row name={text.margin}>
        <Money value={after?.used_margin} currency={currency} />
      </Row>
      <Row name={text.free}>
        <Money value={after?.free_margin} currency={currency} />
      </Row>
    </>
  )
}

function fillText(order: NonNullable<Preview['order']>): string {
  if (order.average_price !== null)
    return formatDecimal(order.average_price, { digitsMax: averageDigits(order.average_price) })
  return order.trigger_state === 'ARMED' ? text.waits : text.rests
}

const Row = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface RuleListProps {
  readonly rules: Preview['rules']
  readonly currency: string
}

/** The room that each rule with an amount leaves. */
const RuleList = ({ rules, currency }: RuleListProps) => (
  <details className={styles.rules}>
    <summary>{text.left}</summary>
    <dl className={styles.figures}>
      {rules
        .filter(({ headroom }) => headroom !== null)
        .map(({ rule, headroom, unit }) => (
          <Row key={rule} name={ruleName(rule)}>
            {unit === 'USD' ? formatMoney(headroom, currency) : formatDecimal(headroom, { digitsMax: 2 })}
          </Row>
        ))}
    </dl>
  </details>
)
