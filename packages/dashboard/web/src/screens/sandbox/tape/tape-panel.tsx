import { Alert, Button, Checkbox, FileButton, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { lengthOf, MOVES_PER_DAY, planMoves, type Move } from '@ats/sdk/tape'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { quoteQuery, type Catalogue } from '../../../api/market.js'
import { text } from '../../../text/en/tape.js'
import { Refusal } from '../../../ui/forms/confirm-dialog.js'
import { formatDecimal } from '../../../ui/figures/format.js'
import { Panel } from '../../../ui/panel.js'
import { formatSpan } from '../../../ui/time/time.js'
import type { PlayerState } from './player.js'
import { SHIPPED_TAPES, shippedTape, type ShippedTape } from './shipped-tapes.js'
import { usePlayer } from './use-player.js'
import { useTapeFile, type TapeFile } from './use-tape-file.js'
import styles from './tape-panel.module.css'

type Instrument = Catalogue[keyof Catalogue][number]

const SPEEDS = [1, 2, 5, 10, 60, 300, 3_600] as const

interface TapePanelProps {
  readonly instruments: readonly Instrument[]
  /** The market of a tape that names none. */
  readonly symbol: string
}

/** Plays a course, or recorded prices, on the sandbox market. */
export function TapePanel({ instruments, symbol }: TapePanelProps) {
  const [tape, setTape] = useState<ShippedTape | 'file'>('crash')
  const [terms, setTerms] = useState({ speed: 1, isJumping: false, everyMs: 0 })
  const file = useTapeFile(symbol, instruments)
  const instrument = instruments.find((known) => known.symbol === symbol)
  const priceOf = usePriceOf(instruments)
  const { player, state, start } = usePlayer(priceOf)
  // The length of a course is the same from any price; it is played from the price of then.
  const planned = useMemo(
    () => planMoves(tape === 'file' ? (file.loaded?.prices ?? []) : shippedTape(tape, symbol, '100', '0.01'), terms),
    [tape, file.loaded, symbol, terms],
  )
  const begin = useMutation({
    mutationFn: async () => {
      if (tape === 'file') return start(planned)
      const last = await priceOf(symbol)
      start(planMoves(shippedTape(tape, symbol, last, instrument?.tick_size ?? '0.01'), terms))
    },
  })
  const isTooLong = planned.length > MOVES_PER_DAY
  const isBusy = state.status === 'playing' || state.status === 'paused'
  return (
    <Panel title={text.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {text.hint}
        </Text>
        <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
          <NativeSelect
            label={text.tape}
            data={[...SHIPPED_TAPES, 'file' as const].map((value) => ({ value, label: text.tapes[value] }))}
            value={tape}
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) =>
              setTape(SHIPPED_TAPES.find((known) => known === value) ?? 'file')
            }
          />
          <NativeSelect
            label={text.speed}
            data={SPEEDS.map((value) => ({ value: String(value), label: text.speedOf(value) }))}
            value={String(terms.speed)}
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) => setTerms((before) => ({ ...before, speed: Number(value) }))}
          />
        </Group>
        <Checkbox
          label={text.jump}
          checked={terms.isJumping}
          disabled={isBusy}
          onChange={({ currentTarget: { checked } }) => setTerms((before) => ({ ...before, isJumping: checked }))}
        />
        {tape === 'file' && <FileDrop file={file} isDisabled={isBusy} />}
        {isTooLong ? <Wrong>{text.tooMany(planned.length, MOVES_PER_DAY)}</Wrong> : <Plan moves={planned} />}
        <Progression state={state} />
        <Group gap="xs">
          {state.status === 'playing' ? (
            <Button onClick={() => void player?.pause()}>{text.pause}</Button>
          ) : (
            <Button
              loading={begin.isPending}
              disabled={!isBusy && (planned.length === 0 || isTooLong)}
              onClick={() => (state.status === 'paused' ? void player?.play() : begin.mutate())}
            >
              {{ ready: text.play, paused: text.goOn, ended: text.again }[state.status]}
            </Button>
          )}
          <Button variant="default" disabled={!isBusy} onClick={() => void player?.stop()}>
            {text.stop}
          </Button>
        </Group>
        {begin.error !== null && <Refusal error={begin.error} />}
      </Stack>
    </Panel>
  )
}

/** Reads the price that a market has now. */
function usePriceOf(instruments: readonly Instrument[]): (symbol: string) => Promise<string> {
  const queries = useQueryClient()
  return async (symbol) => {
    const venue = instruments.find((known) => known.symbol === symbol)?.primary_venue
    const quote = venue && (await queries.fetchQuery({ ...quoteQuery({ venue, symbol }), staleTime: 0 }))
    if (!quote) throw new Error(text.unknownSymbol(symbol))
    return quote.last_price
  }
}

const SYMBOLS_SHOWN = 3

/** The number of moves, the markets that they move, and the time that they take. */
function Plan({ moves }: { readonly moves: readonly Move[] }) {
  const symbols = [...new Set(moves.map(({ symbol }) => symbol))]
  if (moves.length === 0) return null
  const more = symbols.length - SYMBOLS_SHOWN
  const names = `${symbols.slice(0, SYMBOLS_SHOWN).join(', ')}${more > 0 ? text.andMore(more) : ''}`
  return <Text size="sm">{text.plan(moves.length, names, formatSpan(lengthOf(moves)))}</Text>
}

function Progression({ state }: { readonly state: PlayerState }) {
  const { status, positionMs, lengthMs, done, count, latest, problem } = state
  const share = lengthMs === 0 ? (status === 'ended' ? 100 : 0) : (positionMs / lengthMs) * 100
  return (
    <Stack gap={4}>
      <Progress value={share} size="sm" aria-label={text.progress} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" role="status">
          {text.statuses[status]}
        </Text>
        {status !== 'ready' && (
          <Text size="xs" c="dimmed">
            {text.at(formatSpan(positionMs), formatSpan(lengthMs), done, count)}
            {latest !== null && `; ${text.latest(latest.symbol, formatDecimal(latest.price))}`}
          </Text>
        )}
      </Group>
      {problem !== null && <Refusal error={problem} />}
    </Stack>
  )
}

interface FileDropProps {
  readonly file: TapeFile
  readonly isDisabled: boolean
}

/** Takes a file by its button, or dropped. */
function FileDrop({ file: { loaded, share, problem, open }, isDisabled }: FileDropProps) {
  const [isOver, setOver] = useState(false)
  const take = (chosen: File | null | undefined): void => {
    if (chosen && !isDisabled) void open(chosen)
  }
  return (
    <Stack gap="xs">
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <FileButton onChange={take} accept=".csv,text/csv,text/plain" disabled={isDisabled} inputProps={INPUT}>
          {(props) => (
            <Button {...props} variant="default" size="xs" disabled={isDisabled}>
              {text.choose}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {text.drop}
        </Text>
      </div>
      <Text size="sm" role="status">
        {share !== null ? text.reading(share) : loaded !== null ? text.fileIs(loaded.name, loaded.prices.length) : ''}
      </Text>
      {problem !== null && <Wrong title={text.notATape}>{problem}</Wrong>}
    </Stack>
  )
}

const INPUT = { 'aria-label': text.choose }

const Wrong = ({ title, children }: { readonly title?: string; readonly children: string }) => (
  <Alert color="red" variant="light" role="alert" title={title} c="var(--mantine-color-text)" className={styles.wrong}>
    {children}
  </Alert>
)
