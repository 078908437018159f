import { Anchor, Button, Fieldset, Group, List, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { quoteQuery, type Catalogue } from '../../api/market.js'
import { moveMarket, releaseMarket, type MarketMove } from '../../api/sandbox.js'
import { text } from '../../text/en/sandbox.js'
import { Refusal } from '../../ui/forms/confirm-dialog.js'
import { isAmount } from '../../ui/forms/decimal-input.js'
import { Decimal } from '../../ui/figures/figure.js'
import { formatDecimal } from '../../ui/figures/format.js'
import { LabelledFigure } from '../../ui/figures/labelled-figure.js'
import { formatTime } from '../../ui/time/time.js'
import { useZone } from '../../ui/time/zone.js'
import { TapePanel } from './tape/tape-panel.js'
import { STEPS, targetPrice } from './target-price.js'

type Instrument = Catalogue[keyof Catalogue][number]

const OVERS = [0, 10_000, 60_000, 600_000] as const
const MOVES_SHOWN = 20
const READ_AGAIN_MS = 1_000

/** Moves one market, and tells which moves were taken. */
export function MoveMarket({ instruments }: { readonly instruments: readonly Instrument[] }) {
  const [query, setQuery] = useSearchParams()
  const [moves, setMoves] = useState<readonly MarketMove[]>([])
  const instrument = instruments.find(({ symbol }) => symbol === query.get('symbol')) ?? instruments[0]
  if (instrument === undefined) return null
  return (
    <Stack gap="md" maw={720}>
      <Text size="sm">{text.shared}</Text>
      <Paper withBorder p="md" bg="var(--surface)">
        <Stack gap="md">
          <Select
            label={text.symbol}
            data={instruments.map(({ symbol }) => symbol)}
            value={instrument.symbol}
            onChange={(symbol) => setQuery(symbol === null ? {} : { symbol }, { replace: true })}
            allowDeselect={false}
            searchable
          />
          <MoveForm
            key={instrument.symbol}
            instrument={instrument}
            onMoved={(move) => setMoves((before) => [move, ...before].slice(0, MOVES_SHOWN))}
          />
        </Stack>
      </Paper>
      <TapePanel instruments={instruments} symbol={instrument.symbol} />
      <Moves moves={moves} />
    </Stack>
  )
}

interface MoveFormProps {
  readonly instrument: Instrument
  readonly onMoved: (move: MarketMove) => void
}

function MoveForm({ instrument, onMoved }: MoveFormProps) {
  const { symbol, primary_venue: venue, tick_size: tick } = instrument
  const quote = useQuery({ ...quoteQuery({ venue, symbol }), refetchInterval: READ_AGAIN_MS }).data
  const [price, setPrice] = useState('')
  const [overMs, setOverMs] = useState<(typeof OVERS)[number]>(0)
  const change = useMutation({ mutationFn: (asked: () => Promise<MarketMove>) => asked(), onSuccess: onMoved })
  const last = quote?.last_price
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate(() => moveMarket(symbol, price, overMs))
      }}
    >
      <Stack gap="md">
        <Group justify="space-between" align="flex-end">
          <LabelledFigure label={text.now} isLarge>
            <Decimal value={last} />
          </LabelledFigure>
          <Anchor component={Link} to={`/market/${venue}/${symbol}`} size="sm">
            {text.openMarket}
          </Anchor>
        </Group>
        <Fieldset legend={text.steps} variant="unstyled">
          <Group gap={6}>
            {STEPS.map((step) => (
              <Button
                key={step}
                size="xs"
                variant="default"
                disabled={last === undefined}
                onClick={() => last !== undefined && setPrice(targetPrice(last, step, tick))}
              >
                {text.step(step)}
              </Button>
            ))}
          </Group>
        </Fieldset>
        <Group gap="sm" align="flex-end" grow>
          <TextInput
            label={text.moveTo}
            inputMode="decimal"
            value={price}
            onChange={({ currentTarget }) => setPrice(currentTarget.value.trim())}
            autoComplete="off"
          />
          <Select
            label={text.over}
            data={OVERS.map((ms) => ({ value: String(ms), label: text.overs[ms] }))}
            value={String(overMs)}
            onChange={(value) => setOverMs(OVERS.find((ms) => String(ms) === value) ?? 0)}
            allowDeselect={false}
          />
        </Group>
        {change.error !== null && <Refusal error={change.error} />}
        <Group justify="space-between" gap="xs">
          <Button variant="default" title={text.releaseHint} onClick={() => change.mutate(() => releaseMarket(symbol))}>
            {text.release}
          </Button>
          <Button type="submit" loading={change.isPending} disabled={!isAmount(price)}>
            {text.move}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Moves({ moves }: { readonly moves: readonly MarketMove[] }) {
  const zone = useZone()
  return (
    <section aria-labelledby="moves">
      <Title order={2} id="moves" mb="xs">
        {text.moves}
      </Title>
      <div role="status">
        {moves.length === 0 ? (
          <Text size="sm" c="dimmed">
            {text.noMoves}
          </Text>
        ) : (
          <List size="sm" spacing={4}>
            {moves.map((move) => (
              <List.Item key={`${move.symbol} ${move.starts_at} ${move.price}`}>
                {formatTime(move.starts_at, zone)} {nameOf(move)}
              </List.Item>
            ))}
          </List>
        )}
      </div>
    </section>
  )
}

const nameOf = ({ symbol, price, over_ms: overMs }: MarketMove): string =>
  price === null ? text.released(symbol) : text.moved(symbol, formatDecimal(price), overMs / 1000)
