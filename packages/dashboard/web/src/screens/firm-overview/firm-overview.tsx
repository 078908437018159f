import { Button, Grid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { firmOverviewQuery, type FirmOverview } from '../../api/firm/firm.js'
import { Page } from '../../app/page.js'
import { foundColumns } from '../../firm/account-columns.js'
import { Titled } from '../../firm/titled.js'
import { text } from '../../text/en/firm/firm.js'
import { DataTable } from '../../ui/tables/data-table.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { formatTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'
import { AccountStates, BreachesToday, FirmExposure, Unpaid } from './figures.js'
import { ExposureTables } from './exposure-tables.js'
import { Health } from './health.js'

/** The firm at a glance. */
export default function FirmOverviewScreen() {
  const query = useQuery(firmOverviewQuery)
  const zone = useZone()
  const asOf = query.data === undefined ? '' : ` ${text.asOf(formatTime(query.data.as_of, zone))}`
  return (
    <Page title={text.overview} subtitle={`${text.overviewSubtitle}${asOf}`}>
      <ReadingView reading={readingOf(query)} skeleton={<OverviewSkeleton />} onRetry={() => void query.refetch()}>
        {(overview) => <Overview overview={overview} />}
      </ReadingView>
      <ExposureTables />
    </Page>
  )
}

const HALF = { base: 12, md: 6 }
const NEAREST = foundColumns('headroom')

const Overview = ({ overview }: { readonly overview: FirmOverview }) => (
  <Stack gap="md">
    <Grid gap="md">
      <Grid.Col span={HALF}>
        <Stack gap="md">
          <AccountStates accounts={overview.accounts} />
          <FirmExposure exposure={overview.exposure} />
          <Unpaid payouts={overview.unpaid_payouts} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={HALF}>
        <Stack gap="md">
          <Health overview={overview} />
          <BreachesToday breaches={overview.breaches_today} />
        </Stack>
      </Grid.Col>
    </Grid>
    <Titled
      title={text.nearest}
      actions={
        <Button component={Link} to="/firm/accounts?sort=headroom" variant="default" size="compact-sm">
          {text.nearestAll}
        </Button>
      }
    >
      <DataTable
        label={text.nearest}
        columns={NEAREST}
        rows={overview.nearest_to_floor}
        rowKey={({ id }) => id}
        empty={<Empty title={text.nearestEmpty} hint={text.nearestEmptyHint} />}
      />
    </Titled>
  </Stack>
)

const OverviewSkeleton = () => (
  <Stack gap="md" aria-busy>
    <Grid gap="md">
      <Grid.Col span={HALF}>
        <Skeleton height={220} />
      </Grid.Col>
      <Grid.Col span={HALF}>
        <Skeleton height={220} />
      </Grid.Col>
    </Grid>
    <Skeleton height={420} />
  </Stack>
)
