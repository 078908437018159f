import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { planVersionsQuery } from '../../api/firm/firm-plans.js'
import { Page } from '../../app/page.js'
import { planHistories, type PlanHistory } from '../../firm/plan-versions.js'
import { text } from '../../text/en/firm/firm-plans.js'
import { DataTable, type Column } from '../../ui/tables/data-table.js'
import { Money } from '../../ui/figures/figure.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { TimeText } from '../../ui/time/time-text.js'

const { columns: names } = text

const sum = ({ versions }: PlanHistory, of: 'accounts' | 'unused_grants'): number =>
  versions.reduce((total, version) => total + version[of], 0)

const byVersion = ({ versions }: PlanHistory): string =>
  versions
    .filter(({ accounts }) => accounts > 0)
    .map(({ version, accounts }) => text.use(version, accounts.toLocaleString('en-US')))
    .join(', ')

const COLUMNS: readonly Column<PlanHistory>[] = [
  {
    ...{ name: 'name', header: names.plan, text: ({ inForce }) => inForce.name },
    cell: ({ id, inForce }) => <Link to={`/firm/plans/${encodeURIComponent(id)}`}>{inForce.name}</Link>,
  },
  { ...{ name: 'id', header: names.id, text: ({ id }) => id }, cell: ({ id }) => <code>{id}</code> },
  {
    ...{ name: 'version', header: names.version, text: ({ inForce }) => inForce.version },
    cell: ({ inForce }) => text.version(inForce.version),
  },
  {
    ...{ name: 'created_at', header: names.since, text: ({ inForce }) => inForce.created_at },
    cell: ({ inForce }) => <TimeText at={inForce.created_at} />,
  },
  {
    ...{ name: 'initial_balance', header: names.balance, text: ({ inForce }) => inForce.initial_balance },
    ...{ align: 'right', cell: ({ inForce }) => <Money value={inForce.initial_balance} currency={inForce.currency} /> },
  },
  {
    ...{ name: 'accounts', header: names.accounts, align: 'right', text: (plan) => sum(plan, 'accounts') },
    cell: (plan) => sum(plan, 'accounts').toLocaleString('en-US'),
  },
  { ...{ name: 'by_version', header: names.byVersion, text: byVersion }, cell: (plan) => byVersion(plan) || '–' },
  {
    ...{ name: 'unused_grants', header: names.grants, align: 'right', text: (plan) => sum(plan, 'unused_grants') },
    cell: (plan) => sum(plan, 'unused_grants').toLocaleString('en-US'),
  },
]

/** Every plan with the version in force, and the accounts of each version. */
export default function FirmPlans() {
  const plans = useQuery({ ...planVersionsQuery, refetchInterval: 30_000 })
  const create = (
    <Button component={Link} to="/firm/new-plan">
      {text.create}
    </Button>
  )
  return (
    <Page title={text.title} subtitle={text.subtitle} actions={create}>
      <ReadingView reading={readingOf(plans)} skeleton={<RowsSkeleton />} onRetry={() => void plans.refetch()}>
        {(list) => (
          <DataTable
            label={text.title}
            columns={COLUMNS}
            rows={planHistories(list)}
            rowKey={({ id }) => id}
            empty={<Empty title={text.noPlans} hint={text.noPlansHint} />}
          />
        )}
      </ReadingView>
    </Page>
  )
}
