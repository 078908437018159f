import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { catalogueQuery, configQuery } from '../../api/market.js'
import { Page } from '../../app/page.js'
import { text } from '../../text/en/sandbox.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView } from '../../ui/states.js'
import { MoveMarket } from './move-market.js'

/** Moves markets by hand, where the service has a sandbox. */
export default function Sandbox() {
  const config = useQuery(configQuery)
  const catalogue = useQuery(catalogueQuery)
  return (
    <Page title={text.title} subtitle={text.subtitle}>
      <ReadingView reading={readingOf(config)} skeleton={<Waiting />} onRetry={() => void config.refetch()}>
        {({ features }) =>
          features['sandbox_market_control'] === true ? (
            <ReadingView reading={readingOf(catalogue)} skeleton={<Waiting />} onRetry={() => void catalogue.refetch()}>
              {(known) => <MoveMarket instruments={Object.values(known).flat()} />}
            </ReadingView>
          ) : (
            <Empty title={text.none} hint={text.noneHint} />
          )
        }
      </ReadingView>
    </Page>
  )
}

const Waiting = () => <Skeleton height={330} maw={720} />
