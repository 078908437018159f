import type { Candle } from '@ats/sdk/types'
import { useMemo } from 'react'
import { text } from '../../../text/en/market.js'
import { DataTable, type Column } from '../../../ui/tables/data-table.js'
import { digitsOf, formatDecimal, UNKNOWN } from '../../../ui/figures/format.js'
import { Empty } from '../../../ui/states.js'
import { TimeText } from '../../../ui/time/time-text.js'
import { toBar } from './bars.js'
import { describeFills, type BarFills } from './fills-by-bar.js'
import { newestBars } from './newest-bars.js'

const SHOWN = 50

interface BarTableProps {
  readonly symbol: string
  readonly tickSize: string
  readonly candles: readonly Candle[]
  readonly latest: Candle | undefined
  readonly fills: readonly BarFills[]
}

type Price = 'open' | 'high' | 'low' | 'close'

/** The newest bars that the chart draws, as a table. */
export function BarTable({ symbol, tickSize, candles, latest, fills }: BarTableProps) {
  const rows = useMemo(() => newestBars(candles, latest, SHOWN), [candles, latest])
  const columns = useMemo(() => columnsOf(tickSize, fills), [tickSize, fills])
  return (
    <details>
      <summary>{text.chartTable}</summary>
      <DataTable
        label={text.chart(symbol)}
        columns={columns}
        rows={rows}
        rowKey={({ timestamp }) => timestamp}
        empty={<Empty title={text.noBars} />}
      />
    </details>
  )
}

const columnsOf = (tickSize: string, fills: readonly BarFills[]): readonly Column<Candle>[] => {
  const price = (name: Price): Column<Candle> => ({
    ...{ name, header: text.bar[name], align: 'right', text: (candle) => candle[name] },
    cell: (candle) => formatDecimal(candle[name], { digitsMin: digitsOf(tickSize) }),
  })
  const ownOf = (candle: Candle): string => describeFills(fills, toBar(candle).time)
  return [
    {
      ...{ name: 'timestamp', header: text.time, text: ({ timestamp }) => timestamp },
      cell: ({ timestamp }) => <TimeText at={timestamp} />,
    },
    ...(['open', 'high', 'low', 'close'] as const).map(price),
    {
      ...{ name: 'volume', header: text.bar.volume, align: 'right', text: ({ volume }) => volume },
      cell: ({ volume }) => formatDecimal(volume),
    },
    {
      ...{ name: 'fills', header: text.bar.fills, text: ownOf },
      cell: (candle) => ownOf(candle) || UNKNOWN,
    },
  ]
}
