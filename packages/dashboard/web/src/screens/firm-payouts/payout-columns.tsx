import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  AMOUNT,
  CODE,
  DECIDED_AT,
  REASON,
  REFERENCE,
  REQUESTED_AT,
  shareColumn,
  STATUS,
} from '../../account/payouts/payout-columns.js'
import { statementColumn } from '../../account/payouts/statement-buttons.js'
import { anyAccount } from '../../api/account-reads.js'
import type { OperatedPayout } from '../../api/firm/firm-lists.js'
import { text } from '../../text/en/firm/payouts.js'
import type { Column } from '../../ui/tables/data-table.js'
import { formatMoney } from '../../ui/figures/format.js'
import { readingOf } from '../../ui/reading.js'
import { ShortId } from '../../ui/short-id.js'
import { AsOf } from '../../ui/states.js'
import type { Decision } from './decision-dialogs.js'
import { approvalObstacle, coversPayout, isOpen } from './decisions.js'

const { columns: names } = text
const PERIOD_MS = 5_000

interface Terms {
  /** The operator who looks. */
  readonly user: string
  readonly decide: (verb: Decision['verb'], payout: OperatedPayout) => void
}

const USER: Column<OperatedPayout> = {
  ...{ name: 'user_id', header: names.user, text: (row) => row.user_id },
  cell: (row) => row.user_id,
}

const ACCOUNT: Column<OperatedPayout> = {
  ...{ name: 'account_id', header: names.account, text: (row) => row.account_id },
  cell: ({ account_id: id }) => (
    <Link to={`/firm/accounts/${id}`}>
      <ShortId id={id} />
    </Link>
  ),
}

const CHECK: Column<OperatedPayout> = {
  ...{ name: 'available', header: names.check, inFile: false, text: () => null },
  cell: (payout) => (isOpen(payout) ? <Check payout={payout} /> : '–'),
}

const PROPOSED_BY: Column<OperatedPayout> = {
  ...{ name: 'proposed_by', header: names.proposedBy, text: (row) => row.proposed_by },
  cell: (row) => row.proposed_by ?? '–',
}

const DECIDED_BY: Column<OperatedPayout> = {
  ...{ name: 'decided_by', header: names.decidedBy, text: (row) => row.decided_by },
  cell: (row) => row.decided_by ?? '–',
}

const actionsColumn = (terms: Terms): Column<OperatedPayout> => ({
  ...{ name: 'actions', header: names.actions, isSticky: true, inFile: false, text: () => null },
  cell: (payout) => <Actions payout={payout} {...terms} />,
})

const STATEMENT: Column<OperatedPayout> = { ...statementColumn<OperatedPayout>(anyAccount), isSticky: false }
const SHARE = shareColumn(names.share)

/** The columns of a list of payouts with one status, or of all of them. */
export function payoutColumns(
  status: OperatedPayout['status'] | undefined,
  terms: Terms,
): readonly Column<OperatedPayout>[] {
  const actions = actionsColumn(terms)
  const about = [REQUESTED_AT, USER, ACCOUNT, AMOUNT]
  if (status === 'REQUESTED') return [...about, CHECK, REFERENCE, actions]
  if (status === 'PROPOSED') return [...about, SHARE, CHECK, PROPOSED_BY, REFERENCE, actions]
  return [...about, SHARE, STATUS, PROPOSED_BY, DECIDED_BY, DECIDED_AT, CODE, REASON, REFERENCE, STATEMENT, actions]
}

/** Whether the account can spare the amount at this moment. */
function Check({ payout: { account_id: id, amount, currency } }: { readonly payout: OperatedPayout }) {
  const query = useQuery({
    queryKey: [...anyAccount.key(id), 'available-payout'],
    queryFn: ({ signal }) => anyAccount.availablePayout(id, signal),
    refetchInterval: PERIOD_MS,
  })
  const { value, at, problem } = readingOf(query)
  if (value === undefined) return '–'
  const available = formatMoney(value.available, currency)
  const isCovered = coversPayout(value, amount)
  return (
    <>
      <Text span size="sm" c={isCovered ? undefined : 'var(--warn)'} fw={isCovered ? 400 : 600}>
        {isCovered ? text.covered(available) : text.short(available)}
      </Text>{' '}
      <AsOf at={at} isOld={problem !== null} />
    </>
  )
}

function Actions({ payout, user, decide }: Terms & { readonly payout: OperatedPayout }) {
  const { id, account_id: account, user_id: owner, status, currency } = payout
  const amount = formatMoney(payout.amount, currency)
  if (status === 'PAID')
    return (
      <Link to={`/firm/accounts/${account}?tab=ledger`} aria-label={text.inLedgerOf(id)}>
        {text.inLedger}
      </Link>
    )
  if (!isOpen(payout)) return '–'
  const obstacle = approvalObstacle(payout, user)
  return (
    <div>
      <Group gap={6} wrap="nowrap" justify="flex-end">
        {status === 'PROPOSED' && (
          <Button
            size="compact-sm"
            disabled={obstacle !== null}
            onClick={() => decide('approve', payout)}
            aria-label={text.approveOf(amount, owner)}
          >
            {text.approve}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant={status === 'REQUESTED' ? 'filled' : 'default'}
          onClick={() => decide('propose', payout)}
          aria-label={status === 'REQUESTED' ? text.proposeOf(amount, owner) : text.proposeAgainOf(amount, owner)}
        >
          {status === 'REQUESTED' ? text.propose : text.proposeAgain}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => decide('reject', payout)}
          aria-label={text.rejectOf(amount, owner)}
        >
          {text.reject}
        </Button>
      </Group>
      {obstacle !== null && <Text size="xs">{obstacle}</Text>}
    </div>
  )
}
