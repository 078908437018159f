import { Button, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { worstFirst, type AccountRisk } from '../../account/account-limits.js'
import { accountsQuery, type ListedAccount } from '../../api/accounts.js'
import { Page } from '../../app/page.js'
import { useRisks } from '../../live/account-readings.js'
import { useIsStreaming } from '../../live/live-context.js'
import { text } from '../../text/en/overview.js'
import { newerOf, readingOf, type Reading } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { AccountCard, CARD_HEIGHT } from './account-card.js'

export default function Overview() {
  const isStreaming = useIsStreaming()
  const accounts = useQuery({ ...accountsQuery, refetchInterval: isStreaming ? 60_000 : 5_000 })
  return (
    <Page title={text.title} subtitle={text.subtitle} actions={<OpenAccount />}>
      <ReadingView reading={readingOf(accounts)} skeleton={<CardsSkeleton />} onRetry={() => void accounts.refetch()}>
        {(list) => (list.length === 0 ? <NoAccounts /> : <Cards accounts={readingOf(accounts)} list={list} />)}
      </ReadingView>
    </Page>
  )
}

const COLUMNS = { base: 1, sm: 2, xl: 3 }

interface CardsProps {
  readonly accounts: Reading<unknown>
  readonly list: readonly ListedAccount[]
}

/** The figures that came with the list, then those of the stream. */
function Cards({ accounts: { at, problem }, list }: CardsProps) {
  const risks = useRisks(list.map(({ id }) => id))
  const isStreaming = useIsStreaming()
  const { live, ended } = worstFirst(
    list.map((account) => ({
      account,
      risk: newerOf({ value: account.risk, at, problem }, risks.get(account.id), isStreaming),
    })),
  )
  return (
    <Stack gap="lg">
      <CardGrid rows={live} />
      {ended.length > 0 && (
        <>
          <Title order={2}>{text.ended(ended.length)}</Title>
          <CardGrid rows={ended} />
        </>
      )}
    </Stack>
  )
}

const CardGrid = ({ rows }: { readonly rows: readonly AccountRisk[] }) => (
  <SimpleGrid cols={COLUMNS} spacing="md">
    {rows.map(({ account, risk }) => (
      <AccountCard key={account.id} account={account} reading={risk} />
    ))}
  </SimpleGrid>
)

const OpenAccount = () => (
  <Button component={Link} to="/open-account" variant="default">
    {text.open}
  </Button>
)

const NoAccounts = () => (
  <Empty title={text.noAccounts} hint={text.noAccountsHint}>
    <Button component={Link} to="/open-account">
      {text.open}
    </Button>
  </Empty>
)

const CardsSkeleton = () => (
  <SimpleGrid cols={COLUMNS} spacing="md" aria-busy>
    {['first', 'second', 'third'].map((place) => (
      <Skeleton key={place} height={CARD_HEIGHT} radius="md" />
    ))}
  </SimpleGrid>
)
