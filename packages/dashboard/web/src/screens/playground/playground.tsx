import { Grid, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { accountsQuery } from '../../api/accounts.js'
import { documentQuery } from '../../api/documents.js'
import type { OpenApiDocument } from '../../api/openapi-document.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/playground.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, Problem, ReadingView } from '../../ui/states.js'
import { OperationList } from './operation-list.js'
import { OperationPanel } from './operation-panel.js'
import { operationsOf } from './operations.js'

/** The requests of both services, each with a form. The chosen one is in the address. */
export default function Playground() {
  const engine = useQuery(documentQuery('engine'))
  const wallet = useQuery(documentQuery('wallet'))
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      {wallet.error !== null && <Problem problem={wallet.error} onRetry={() => void wallet.refetch()} />}
      <ReadingView reading={readingOf(engine)} skeleton={<Waiting />} onRetry={() => void engine.refetch()}>
        {(document) => <Operations engine={document} wallet={wallet.data} />}
      </ReadingView>
    </Page>
  )
}

interface OperationsProps {
  readonly engine: OpenApiDocument
  /** Undefined until it is there. */
  readonly wallet: OpenApiDocument | undefined
}

function Operations({ engine, wallet }: OperationsProps) {
  const [params] = useSearchParams()
  const accounts = useQuery(accountsQuery)
  const operations = useMemo(
    () => [...operationsOf('engine', engine), ...(wallet === undefined ? [] : operationsOf('wallet', wallet))],
    [engine, wallet],
  )
  const asked = params.get('operation')
  const chosen = operations.find(({ id }) => id === asked)
  const list = accounts.data ?? []
  const accountId = (list.find(({ state }) => state === 'ACTIVE') ?? list[0])?.id ?? null
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <OperationList operations={operations} chosen={chosen?.id ?? null} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        {accounts.isPending || (wallet === undefined && chosen === undefined && asked !== null) ? (
          <Skeleton height={330} />
        ) : chosen === undefined ? (
          <Empty
            title={asked === null ? text.choose : text.unknown(asked)}
            hint={asked === null ? text.chooseHint : text.unknownHint}
          />
        ) : (
          <OperationPanel key={chosen.id} operation={chosen} accountId={accountId} />
        )}
      </Grid.Col>
    </Grid>
  )
}

const Waiting = () => <Skeleton height={500} />
