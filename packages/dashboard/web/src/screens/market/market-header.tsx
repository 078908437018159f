import { Skeleton, Text } from '@mantine/core'
import { subtract } from '@ats/sdk/numbers/decimal'
import type { Metadata } from '@ats/sdk/types'
import { useQuery } from '@tanstack/react-query'
import { metricsQuery, type MarketPlace, type Quote } from '../../api/market.js'
import { text } from '../../text/en/market.js'
import { useNow } from '../../ui/time/clock.js'
import { Decimal, Percent } from '../../ui/figures/figure.js'
import { formatDecimal } from '../../ui/figures/format.js'
import { LabelledFigure } from '../../ui/figures/labelled-figure.js'
import { MarketStatus } from '../../ui/market-status.js'
import { ratePercent } from '../../ui/figures/rate-percent.js'
import type { Reading } from '../../ui/reading.js'
import { AsOf, ReadingView } from '../../ui/states.js'
import { formatSpan, formatTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'
import { nextChange } from './hours.js'
import styles from './market-header.module.css'

interface MarketHeaderProps {
  readonly market: MarketPlace
  readonly terms: Metadata
  readonly reading: Reading<Quote>
}

/** The price of a market, and what moves beside it. */
export const MarketHeader = ({ market, terms, reading }: MarketHeaderProps) => (
  <div className={styles.figures}>
    <div className={styles.quote}>
      <ReadingView reading={reading} skeleton={<QuoteSkeleton />}>
        {(quote) => (
          <div className={styles.figures}>
            <LabelledFigure label={text.last} isLarge>
              <Decimal value={quote.last_price} />
            </LabelledFigure>
            <LabelledFigure label={text.change}>
              <Percent value={quote.change_24h_pct} digits={2} signed />
            </LabelledFigure>
            <LabelledFigure label={text.mark}>
              <Decimal value={quote.mark_price} />
            </LabelledFigure>
            <LabelledFigure label={text.index}>
              <Decimal value={quote.index_price} />
            </LabelledFigure>
            <LabelledFigure label={text.spread}>
              <Decimal value={subtract(quote.ask, quote.bid)} />
            </LabelledFigure>
          </div>
        )}
      </ReadingView>
    </div>
    <MetricFigures market={market} terms={terms} />
    <div>
      {reading.value !== undefined && <MarketStatus quote={reading.value} />}
      <Hours hours={terms.trading_hours} />
    </div>
    <AsOf at={reading.at} isOld={reading.problem !== null} />
  </div>
)

/** The heights of the figures of a quote, the large one and what is beside it on a phone first. */
const FIGURE_HEIGHTS = [46, 46, 40, 40, 40]

const QuoteSkeleton = () => (
  <div className={styles.figures}>
    {FIGURE_HEIGHTS.map((height, place) => (
      <Skeleton key={place} height={height} />
    ))}
  </div>
)

function Hours({ hours }: { readonly hours: Metadata['trading_hours'] }) {
  const now = useNow()
  const zone = useZone()
  const next = nextChange(hours, now)
  const words =
    next === null
      ? text.alwaysOpen
      : (next.kind === 'opens' ? text.opensIn : text.closesIn)(formatSpan(next.at - now), formatTime(next.at, zone))
  return (
    <Text size="xs" c="dimmed">
      {words}
    </Text>
  )
}

function MetricFigures({ market, terms }: Pick<MarketHeaderProps, 'market' | 'terms'>) {
  const { data } = useQuery(metricsQuery(market))
  const now = useNow()
  const cadence =
    terms.venue_terms.find(({ venue }) => venue === market.venue)?.funding_cadence ?? terms.funding_cadence
  const next = data === undefined ? null : Date.parse(data.next_funding_at) - now
  return (
    <>
      <LabelledFigure label={text.volume}>
        <Decimal value={data === undefined ? null : data.recent_volume} />
      </LabelledFigure>
      <LabelledFigure label={text.openInterest}>
        <span title={data?.open_interest_source === 'estimate' ? text.estimate : data?.open_interest_source}>
          <Decimal value={data?.open_interest} />
          {data?.open_interest_source === 'estimate' && '*'}
        </span>
      </LabelledFigure>
      <LabelledFigure label={text.funding}>
        <span title={text.fundingHint(cadence)}>
          {data === undefined
            ? '–'
            : `${formatDecimal(ratePercent(data.last_funding_rate), { digitsMax: 4, signed: true })} %`}
          {next !== null && next > 0 && (
            <Text span size="xs" c="dimmed">
              {' '}
              {text.nextFunding(formatSpan(next))}
            </Text>
          )}
        </span>
      </LabelledFigure>
    </>
  )
}
