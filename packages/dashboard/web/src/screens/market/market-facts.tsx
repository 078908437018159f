import { Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Metadata } from '@ats/sdk/types'
import { newsQuery, type MarketPlace } from '../../api/market.js'
import { text } from '../../text/en/market.js'
import { formatDecimal } from '../../ui/figures/format.js'
import { ratePercent } from '../../ui/figures/rate-percent.js'
import { readingOf } from '../../ui/reading.js'
import { Empty, ReadingView, RowsSkeleton } from '../../ui/states.js'
import { formatDateTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'

/** Announcements ahead that concern a symbol. */
export function NewsAhead({ symbol }: { readonly symbol: string }) {
  const zone = useZone()
  const query = useQuery(newsQuery)
  return (
    <ReadingView reading={readingOf(query)} skeleton={<RowsSkeleton rows={3} />} onRetry={() => void query.refetch()}>
      {(events) => {
        const here = events.filter(({ symbols }) => symbols.includes(symbol))
        if (here.length === 0) return <Empty title={text.noNews} hint={text.noNewsHint} />
        return (
          <Stack gap={6}>
            {here.map(({ id, title, at, impact }) => (
              <Text key={id} size="sm">
                <time dateTime={at}>{formatDateTime(at, zone)}</time> · {text.impact[impact]} · {title}
              </Text>
            ))}
          </Stack>
        )
      }}
    </ReadingView>
  )
}

interface TermsProps {
  readonly market: MarketPlace
  readonly terms: Metadata
}

const percent = (rate: string): string => `${formatDecimal(ratePercent(rate))} %`

/** The terms of the venue, and the hours of the market. */
export function Terms({ market, terms }: TermsProps) {
  const own = terms.venue_terms.find(({ venue }) => venue === market.venue) ?? terms
  const { always_open, sessions, time_zone } = terms.trading_hours
  const rows: readonly (readonly [string, string])[] = [
    [text.terms.tick, formatDecimal(terms.tick_size)],
    [text.terms.lot, formatDecimal(terms.lot_size)],
    [text.terms.minQuantity, `${formatDecimal(own.min_quantity)} ${terms.base}`],
    [text.terms.maxLeverage, `${formatDecimal(own.max_leverage)}×`],
    [text.terms.taker, percent(own.taker_fee_rate)],
    [text.terms.maker, percent(own.maker_fee_rate)],
    [text.terms.maintenance, percent(own.maintenance_margin_rate)],
    ...(always_open
      ? []
      : sessions.map(({ day, open, close }) => [day, `${open}–${close} ${time_zone ?? ''}`] as const)),
  ]
  return (
    <Table>
      <Table.Tbody>
        {rows.map(([name, value], place) => (
          <Table.Tr key={`${name} ${place}`}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="right">{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
