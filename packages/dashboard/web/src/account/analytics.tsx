import { SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { text } from '../text/en/account.js'
import { Decimal, Money, Percent } from '../ui/figures/figure.js'
import { LabelledFigure } from '../ui/figures/labelled-figure.js'
import { readingOf } from '../ui/reading.js'
import { ReadingView } from '../ui/states.js'
import { useShownAccount } from './account-context.js'
import { RDistribution } from './r-distribution.js'
import { ResultGroups } from './result-groups.js'

/** How the account trades, over its closed positions, net of all costs. */
export function Analytics() {
  const { id, reads, currency } = useShownAccount()
  const query = useQuery({
    queryKey: [...reads.key(id), 'analytics'],
    queryFn: ({ signal }) => reads.analytics(id, signal),
  })
  const money = { currency, unknown: text.noneYet }
  return (
    <ReadingView reading={readingOf(query)} skeleton={<Skeleton height={180} />} onRetry={() => void query.refetch()}>
      {(is) => (
        <Stack gap="lg">
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <LabelledFigure label={text.trades}>{is.trades}</LabelledFigure>
            <LabelledFigure label={text.winRate}>
              <Percent value={is.trades === 0 ? null : is.win_rate} unknown={text.noneYet} />
            </LabelledFigure>
            <LabelledFigure label={text.profitFactor}>
              <Decimal value={is.profit_factor} digitsMax={2} unknown={text.noneYet} />
            </LabelledFigure>
            <LabelledFigure label={text.averageR}>
              <Decimal value={is.avg_r} digitsMax={2} unknown={text.noneYet} />
            </LabelledFigure>
            <LabelledFigure label={text.expectancy}>
              <Money value={is.trades === 0 ? null : is.expectancy} {...money} signed />
            </LabelledFigure>
            <LabelledFigure label={text.averageWin}>
              <Money value={is.average_win} {...money} signed />
            </LabelledFigure>
            <LabelledFigure label={text.averageLoss}>
              <Money value={is.average_loss} {...money} />
            </LabelledFigure>
            <LabelledFigure label={text.maxDrawdown}>
              <Money value={is.max_drawdown} {...money} />
            </LabelledFigure>
          </SimpleGrid>
          <RDistribution />
          <ResultGroups />
          <Title order={3}>{text.exposure}</Title>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            {Object.entries(is.exposure_breakdown.by_asset_class).map(([kind, amount]) => (
              <LabelledFigure key={kind} label={text.classes[kind as keyof typeof text.classes]}>
                <Money value={amount} currency={currency} />
              </LabelledFigure>
            ))}
            {Object.entries(is.exposure_breakdown.by_venue).map(([venue, amount]) => (
              <LabelledFigure key={venue} label={venue}>
                <Money value={amount} currency={currency} />
              </LabelledFigure>
            ))}
          </SimpleGrid>
        </Stack>
      )}
    </ReadingView>
  )
}
