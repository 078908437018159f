import type { Payout } from '@ats/sdk/types'
import { Button, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { compare } from '@ats/sdk/numbers/decimal'
import { useCallback, useMemo, useState } from 'react'
import { text } from '../../text/en/firm/payouts.js'
import type { Column } from '../../ui/tables/data-table.js'
import { Money } from '../../ui/figures/figure.js'
import { useDialog } from '../../ui/forms/dialog-state.js'
import { hasDraft } from '../../ui/forms/form-draft.js'
import { formatMoney } from '../../ui/figures/format.js'
import { LabelledFigure } from '../../ui/figures/labelled-figure.js'
import { PagedTable } from '../../ui/tables/paged-table.js'
import { Panel } from '../../ui/panel.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { useShownAccount } from '../account-context.js'
import { askDraft, AskPayoutDialog } from './ask-payout-dialog.js'
import { ProfitAdjustments } from './profit-adjustments.js'
import { ScalingStep } from './scaling-step.js'
import { statementColumn } from './statement-buttons.js'
import { CancelPayoutDialog } from './cancel-payout-dialog.js'
import { wholeCents } from './payout-amounts.js'
import { PayoutTermsList, type Availability } from './payout-terms-list.js'
import { AMOUNT, CODE, DECIDED_AT, REASON, REFERENCE, REQUESTED_AT, shareColumn, STATUS } from './payout-columns.js'

const COLUMNS: readonly Column<Payout>[] = [
  REQUESTED_AT,
  AMOUNT,
  STATUS,
  shareColumn(text.columns.yourShare),
  DECIDED_AT,
  CODE,
  REASON,
  REFERENCE,
]

const actionColumn = (cancel: (payout: Payout) => void): Column<Payout> => ({
  ...{ name: 'actions', header: text.columns.actions, inFile: false, text: () => null },
  cell: (payout) =>
    payout.status === 'REQUESTED' ? (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => cancel(payout)}
        aria-label={text.cancelOf(formatMoney(payout.amount, payout.currency))}
      >
        {text.cancel}
      </Button>
    ) : (
      '–'
    ),
})

/** The money that may be paid out of the account that is shown, and what was asked for. */
export function Payouts() {
  const { id, reads, canTrade } = useShownAccount()
  const { subject, isOpen, open, close } = useDialog<Payout>()
  const cancel = useCallback((payout: Payout) => open(payout), [open])
  const columns = useMemo(
    () => [...COLUMNS, ...(canTrade ? [actionColumn(cancel)] : []), statementColumn(reads)],
    [canTrade, cancel, reads],
  )
  return (
    <Stack gap="md">
      <Available />
      <PagedTable
        label={text.list}
        queryKey={[...reads.key(id), 'payouts']}
        read={(terms) => reads.payouts(id, terms)}
        columns={columns}
        rowKey={(row) => row.id}
        empty={<Empty title={text.none} hint={text.noneHint} />}
      />
      <ProfitAdjustments />
      {subject !== null && <CancelPayoutDialog payout={subject} isOpen={isOpen} onClose={close} />}
    </Stack>
  )
}

/** Marks move without events. */
const PERIOD_MS = 5_000

function Available() {
  const { id, reads } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'available-payout'],
    queryFn: ({ signal }) => reads.availablePayout(id, signal),
    refetchInterval: PERIOD_MS,
  })
  return (
    <Panel>
      <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={120} />} onRetry={() => void query.refetch()}>
        {(availability) => <AvailableFigures availability={availability} />}
      </ReadingView>
    </Panel>
  )
}

function AvailableFigures({ availability }: { readonly availability: Availability }) {
  const { currency, canTrade } = useShownAccount()
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="md">
        <LabelledFigure label={text.available} isLarge>
          <Money value={availability.available} currency={currency} />
        </LabelledFigure>
        <LabelledFigure label={`${text.profit}: ${text.profitHint}`}>
          <Money value={availability.profit} currency={currency} signed />
        </LabelledFigure>
        <LabelledFigure label={text.freeMargin}>
          <Money value={availability.free_margin} currency={currency} />
        </LabelledFigure>
        <LabelledFigure label={`${text.unrealized}: ${text.unrealizedHint}`}>
          <Money value={availability.unrealized_pnl} currency={currency} signed />
        </LabelledFigure>
      </SimpleGrid>
      <Text size="sm" c="dimmed" maw={880}>
        {availability.conditions === undefined ? text.rules : text.termRules}
      </Text>
      <PayoutTermsList availability={availability} currency={currency} />
      {availability.scaling !== undefined && <ScalingStep scaling={availability.scaling} currency={currency} />}
      {canTrade && <Ask availability={availability} />}
    </Stack>
  )
}

function Ask({
  availability: { available, open_payout_id: openId, eligible },
}: {
  readonly availability: Availability
}) {
  const { id } = useShownAccount()
  const [isOpen, setOpen] = useState(() => hasDraft(askDraft(id)))
  const most = wholeCents(available)
  const obstacle =
    openId !== null
      ? text.openAlready
      : compare(most, '0') <= 0
        ? text.nothing
        : eligible === false
          ? text.notEligible
          : null
  return (
    <div>
      <Button onClick={() => setOpen(true)} disabled={obstacle !== null}>
        {text.ask}
      </Button>
      {obstacle !== null && (
        <Text size="sm" mt={4}>
          {obstacle}
        </Text>
      )}
      <AskPayoutDialog available={most} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  )
}
