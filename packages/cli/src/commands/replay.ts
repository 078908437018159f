import { setTimeout as sleep } from 'node:timers/promises'
import { lengthOf, MOVES_PER_DAY, planMoves, type Move } from '@ats/sdk/tape'
import { InvalidArgumentError, type Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { readDuration } from '../read-words.js'
import { readRecording } from '../replay/read-recording.js'
import type { Session } from '../session.js'
import { grouped } from '../terminal/decimal-text.js'
import { abortOnInterrupt } from '../terminal/interrupt.js'

interface ReplayOptions {
  readonly symbol?: string
  readonly speed: number
  readonly every?: number
  readonly jump?: true
  readonly stay?: true
}

const HELP = `
The file is CSV with a header: time and price (or close), and symbol unless --symbol names one.
Moves the market of everybody on this service, so it is there in sandboxes alone. The service takes 120 moves a
minute and 2,000 a day of a user: prices closer together than that are left out, the last of each span stays.
At the end, and on Ctrl-C, the market returns to its feed; --stay leaves it where it is.`

export function addReplayCommand(program: Command, act: Act): void {
  const replay = program
    .command('replay')
    .description('move the sandbox market along recorded prices')
    .argument('<file>', 'CSV with the columns time, price and symbol')
    .option('--symbol <symbol>', 'the market that is moved, where the file names none; else only this one of them')
    .option('--speed <n>', 'recorded seconds in a second', readSpeed, 1)
    .option('--every <duration>', 'at most one move of a symbol in that time', readDuration)
    .option('--jump', 'jump from price to price instead of walking')
    .option('--stay', 'leave the market where it is at the end')
    .addHelpText('after', HELP)
  act<ReplayOptions>(replay, async (session, { symbol, speed, every = 0, jump, stay }, [file = '']) => {
    const prices = readRecording(file, symbol)
    const moves = planMoves(prices, { speed, isJumping: jump === true, everyMs: every })
    if (moves.length === 0) throw new Failure('usage', `${file} has no prices of ${symbol ?? 'any symbol'}`)
    if (moves.length > MOVES_PER_DAY)
      throw new Failure(
        'usage',
        `${moves.length} moves are more than the ${MOVES_PER_DAY} a day that the service takes`,
        ['raise --speed or --every, or take a shorter recording'],
      )
    const seconds = Math.round(lengthOf(moves) / 1_000)
    session.terminal.note(`${prices.length} prices, ${moves.length} moves, ${seconds} s; Ctrl-C ends it`)
    const symbols = [...new Set(moves.map((move) => move.symbol))]
    const isComplete = await play(session, moves)
    if (stay !== true) await release(session, symbols)
    if (!isComplete) throw new Failure('interrupted', 'stopped before its end')
  })
}

function readSpeed(text: string): number {
  const speed = Number(text)
  if (Number.isFinite(speed) && speed > 0) return speed
  throw new InvalidArgumentError('give a number above 0, such as 60')
}

/** Whether all of them were made. */
async function play(session: Session, moves: readonly Move[]): Promise<boolean> {
  const { signal, release: end } = abortOnInterrupt()
  const startedAt = performance.now()
  try {
    for (const move of moves) {
      const waitMs = move.afterMs - (performance.now() - startedAt)
      if (waitMs > 0) await sleep(waitMs, undefined, { signal })
      if (signal.aborted) return false
      await make(session, move)
    }
    const last = moves.at(-1)
    if (last !== undefined) await sleep(last.overMs, undefined, { signal })
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  } finally {
    end()
  }
}

async function make({ trading, isJson, terminal }: Session, { symbol, price, overMs }: Move): Promise<void> {
  const moved = await trading.sandbox.move({ symbol, price, ...(overMs > 0 && { over_ms: overMs }) })
  terminal.out(
    isJson
      ? JSON.stringify(moved)
      : `${symbol} → ${grouped(price)}${overMs > 0 ? ` in ${(overMs / 1_000).toFixed(1)} s` : ''}`,
  )
}

async function release({ trading, terminal }: Session, symbols: readonly string[]): Promise<void> {
  for (const symbol of symbols) await trading.sandbox.release(symbol)
  terminal.note(`back to the feed: ${symbols.join(', ')}`)
}
