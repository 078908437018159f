import type { ProfitAdjustment } from '@ats/sdk/types'
import { Text } from '@mantine/core'
import { Titled } from '../../firm/titled.js'
import { ruleName } from '../../text/en/common.js'
import { text } from '../../text/en/firm/payouts.js'
import { Money } from '../../ui/figures/figure.js'
import { ShortId } from '../../ui/short-id.js'
import { Empty } from '../../ui/states.js'
import type { Column } from '../../ui/tables/data-table.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { TimeText } from '../../ui/time/time-text.js'
import { useShownAccount } from '../account-context.js'

const { adjustmentColumns: names } = text

const COLUMNS: readonly Column<ProfitAdjustment>[] = [
  {
    ...{ name: 'created_at', header: names.time, text: (row) => row.created_at },
    cell: (row) => <TimeText at={row.created_at} />,
  },
  {
    ...{ name: 'rule', header: names.rule, text: ({ rule }) => rule },
    cell: ({ rule }) => <b>{rule === 'operator' ? text.byOperator : ruleName(rule)}</b>,
  },
  {
    ...{ name: 'amount', header: names.amount, align: 'right', text: ({ amount }) => amount },
    cell: ({ amount }) => <Money value={amount} />,
  },
  {
    ...{ name: 'position_id', header: names.position, text: (row) => row.position_id },
    cell: ({ position_id: id }) => (id === null ? '–' : <ShortId id={id} />),
  },
  { ...{ name: 'reason', header: names.reason, text: ({ reason }) => reason }, cell: ({ reason }) => reason },
]

/** Each line that rules, or an operator, have taken off the profit that is paid out. */
export function ProfitAdjustments() {
  const { id, reads } = useShownAccount()
  return (
    <Titled title={text.adjustments}>
      <Text size="sm" c="dimmed" maw={880}>
        {text.adjustmentsHint}
      </Text>
      <PagedTable
        label={text.adjustments}
        queryKey={[...reads.key(id), 'profit-adjustments']}
        read={(terms) => reads.adjustments(id, terms)}
        columns={COLUMNS}
        rowKey={(row) => row.id}
        empty={<Empty title={text.noAdjustments} />}
      />
    </Titled>
  )
}
