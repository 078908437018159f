import type { Payout } from '@ats/sdk/types'
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { AccountReads, StatementFormat } from '../../api/account-reads.js'
import { text } from '../../text/en/firm/payouts.js'
import { formatMoney } from '../../ui/figures/format.js'
import type { Column } from '../../ui/tables/data-table.js'
import { download } from '../../ui/tables/download.js'

const TYPES: Readonly<Record<StatementFormat, string>> = { csv: 'text/csv', pdf: 'application/pdf' }

/** The statement of each payout, as a file. */
export const statementColumn = <Row extends Payout>(reads: AccountReads): Column<Row> => ({
  ...{ name: 'statement', header: text.columns.statement, isSticky: true, inFile: false, text: () => null },
  cell: (payout) => (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <StatementButton {...{ payout, reads }} format="csv" />
      <StatementButton {...{ payout, reads }} format="pdf" />
    </Group>
  ),
})

interface StatementButtonProps {
  readonly payout: Payout
  readonly reads: AccountReads
  readonly format: StatementFormat
}

function StatementButton({ payout, reads, format }: StatementButtonProps) {
  const { id, account_id: account, amount, currency } = payout
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () =>
      download(`payout-${id}.${format}`, TYPES[format], await reads.statement(account, id, format)),
  })
  const name = text.statementOf(formatMoney(amount, currency), text.formats[format])
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      onClick={() => mutate()}
      aria-label={name}
      title={error === null ? name : error.message}
      {...(error === null ? {} : { color: 'red', variant: 'light' })}
    >
      {text.formats[format]}
    </Button>
  )
}
