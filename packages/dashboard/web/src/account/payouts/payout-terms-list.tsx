import type { AnswerOf, Operations } from '@ats/sdk/types'
import { compare } from '@ats/sdk/numbers/decimal'
import { Stack, Text } from '@mantine/core'
import { text } from '../../text/en/firm/payouts.js'
import { asSentence } from '../../ui/figures/as-sentence.js'
import { formatDecimal, formatMoney } from '../../ui/figures/format.js'
import { ToneBadge } from '../../ui/tone-badge.js'

export type Availability = AnswerOf<Operations['getAvailablePayout']>

interface PayoutTermsListProps {
  readonly availability: Availability
  readonly currency: string
}

/** The conditions of a payout, its limits and its split; nothing where the plan has no such terms. */
export function PayoutTermsList({ availability, currency }: PayoutTermsListProps) {
  const { conditions, limits, split, reserved_payout: reserved = '0', profit_adjustments: off = '0' } = availability
  if (conditions === undefined || limits === undefined || split === undefined) return null
  const write = (amount: string): string => formatMoney(amount, currency)
  return (
    <Stack gap={4}>
      <ul aria-label={text.conditions}>
        {conditions.map(({ condition, met, message }) => (
          <li key={condition}>
            <ToneBadge tone={met ? 'good' : 'warning'}>{met ? text.met : text.notYet}</ToneBadge>{' '}
            <Text span size="sm">
              {asSentence(message)}
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm">
        {text.limits(limits.map(({ limit, amount }) => text.limit(text.limitNames[limit], write(amount))))}
      </Text>
      {split.parts.length > 0 && (
        <Text size="sm">
          {text.splitOf(
            split.parts.map(({ amount, pct }) => text.part(formatDecimal(pct), write(amount))),
            write(split.trader_amount),
          )}
        </Text>
      )}
      {compare(off, '0') > 0 && <Text size="sm">{text.adjusted(write(off))}</Text>}
      {compare(reserved, '0') > 0 && <Text size="sm">{text.reserved(write(reserved))}</Text>}
    </Stack>
  )
}
