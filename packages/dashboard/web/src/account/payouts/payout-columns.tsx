import type { Payout } from '@ats/sdk/types'
import { text } from '../../text/en/firm/payouts.js'
import type { Column } from '../../ui/tables/data-table.js'
import { Money } from '../../ui/figures/figure.js'
import { formatMoney, formatPercent } from '../../ui/figures/format.js'
import { ShortId } from '../../ui/short-id.js'
import { TimeText } from '../../ui/time/time-text.js'
import { ToneBadge, type Tone } from '../../ui/tone-badge.js'

const { columns: names } = text

const TONES: Readonly<Record<Payout['status'], Tone>> = {
  REQUESTED: 'warning',
  PROPOSED: 'warning',
  PAID: 'good',
  REJECTED: 'bad',
  CANCELLED: 'plain',
}

export const REQUESTED_AT: Column<Payout> = {
  ...{ name: 'requested_at', header: names.requested, text: (row) => row.requested_at },
  cell: (row) => <TimeText at={row.requested_at} />,
}

export const AMOUNT: Column<Payout> = {
  ...{ name: 'amount', header: names.amount, align: 'right', text: ({ amount }) => amount },
  cell: ({ amount, currency }) => (
    <b>
      <Money value={amount} currency={currency} />
    </b>
  ),
}

export const STATUS: Column<Payout> = {
  ...{ name: 'status', header: names.status, text: ({ status }) => status },
  cell: ({ status }) => <ToneBadge tone={TONES[status]}>{text.statuses[status]}</ToneBadge>,
}

export const shareColumn = (header: string): Column<Payout> => ({
  ...{ name: 'trader_amount', header, align: 'right', text: (row) => row.trader_amount },
  cell: ({ trader_amount: amount, trader_share_pct: pct, currency }) =>
    amount === null
      ? '–'
      : pct === null
        ? formatMoney(amount, currency)
        : text.shareOf(formatMoney(amount, currency), formatPercent(pct, 2)),
})

export const DECIDED_AT: Column<Payout> = {
  ...{ name: 'decided_at', header: names.decided, text: (row) => row.decided_at },
  cell: (row) => <TimeText at={row.decided_at} />,
}

export const REASON: Column<Payout> = {
  ...{ name: 'reason', header: names.reason, text: ({ reason }) => reason },
  cell: ({ reason }) => reason ?? '–',
}

export const CODE: Column<Payout> = {
  ...{ name: 'code', header: names.code, text: ({ code }) => code },
  cell: ({ code }) => (code === undefined ? '–' : text.codes[code]),
}

export const REFERENCE: Column<Payout> = {
  ...{ name: 'id', header: names.reference, text: ({ id }) => id },
  cell: ({ id }) => <ShortId id={id} />,
}
