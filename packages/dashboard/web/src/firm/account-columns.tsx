import { Link } from 'react-router'
import type { AccountFilter, FoundAccount } from '../api/firm/firm.js'
import { ruleName } from '../text/en/common.js'
import { text } from '../text/en/firm/firm.js'
import type { Column } from '../ui/tables/data-table.js'
import { Money, Percent } from '../ui/figures/figure.js'
import { StateBadge } from '../ui/state-badge.js'
import { ShortId } from '../ui/short-id.js'
import { TimeText } from '../ui/time/time-text.js'

const { columns: names } = text

const ACCOUNT: readonly Column<FoundAccount>[] = [
  {
    ...{ name: 'name', header: names.account, text: ({ name }) => name },
    cell: ({ id, name }) => <Link to={`/firm/accounts/${id}`}>{name}</Link>,
  },
  { ...{ name: 'user_id', header: names.user, text: (row) => row.user_id }, cell: (row) => row.user_id },
  { ...{ name: 'plan_id', header: names.plan, text: (row) => row.plan_id }, cell: (row) => row.plan_id },
  {
    ...{ name: 'state', header: names.state, text: ({ state }) => state },
    cell: ({ state }) => <StateBadge state={state} />,
  },
]

const ID: Column<FoundAccount> = {
  ...{ name: 'id', header: names.id, text: ({ id }) => id },
  cell: ({ id }) => <ShortId id={id} />,
}

/** Figures of the moment: nothing of them is known of an account that is listed by age. */
const FLOOR: readonly Column<FoundAccount>[] = [
  {
    ...{ name: 'headroom_pct', header: names.headroomPct, align: 'right', text: ({ floor }) => floor?.headroom_pct },
    cell: ({ floor }) => <Percent value={floor?.headroom_pct} />,
  },
  {
    ...{ name: 'headroom', header: names.headroom, align: 'right', text: ({ floor }) => floor?.headroom },
    cell: ({ floor, stale }) => (
      <>
        <Money value={floor?.headroom} />
        {stale === true && <span style={{ color: 'var(--warn)' }}> · {text.staleMark}</span>}
      </>
    ),
  },
  {
    ...{ name: 'equity', header: names.equity, align: 'right', text: ({ equity }) => equity },
    cell: ({ equity }) => <Money value={equity} />,
  },
  {
    ...{ name: 'floor', header: names.floor, align: 'right', text: ({ floor }) => floor?.equity },
    cell: ({ floor }) => <Money value={floor?.equity} />,
  },
  {
    ...{ name: 'rule', header: names.rule, text: ({ floor }) => floor?.rule },
    cell: ({ floor }) => (floor === undefined ? '–' : ruleName(floor.rule)),
  },
]

const RECORD: readonly Column<FoundAccount>[] = [
  {
    ...{ name: 'state_reason', header: names.reason, text: (row) => row.state_reason },
    cell: (row) => (row.state_reason === null ? '–' : ruleName(row.state_reason)),
  },
  {
    ...{ name: 'balance', header: names.balance, align: 'right', text: ({ balance }) => balance },
    cell: ({ balance }) => <Money value={balance} />,
  },
  {
    ...{ name: 'created_at', header: names.opened, text: (row) => row.created_at },
    cell: (row) => <TimeText at={row.created_at} />,
  },
]

/** The columns of a list of accounts: with their floors where they are listed by them. */
export const foundColumns = (sort: AccountFilter['sort']): readonly Column<FoundAccount>[] => [
  ...ACCOUNT,
  ...(sort === 'headroom' ? FLOOR : RECORD),
  ID,
]
