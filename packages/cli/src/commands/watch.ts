import type { Account, BaseError } from '@ats/sdk'
import type { Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import type { Session } from '../session.js'
import { abortOnInterrupt } from '../terminal/interrupt.js'
import { openScreen } from '../terminal/screen.js'
import { jsonLine, plainLine } from '../watch/plain-line.js'
import { watchLines } from '../watch/watch-lines.js'
import { emptyWatch, take, type WatchUpdate } from '../watch/watched.js'

const HELP = `
In a terminal: a table that follows prices, positions, working orders, equity and headroom; Ctrl-C or q ends it.
In a pipe: a line for each price, each figure that changes, and each event; with --json {"event", "data"} a line.
What is held is watched as well as the symbols that are named.`

const DEFAULT_SYMBOLS = ['BTC-USD', 'ETH-USD']

export function addWatchCommand(program: Command, act: Act): void {
  const watch = program
    .command('watch')
    .description('prices, positions, equity and headroom as they change')
    .argument('[symbol...]', `such as BTC-USD (default: ${DEFAULT_SYMBOLS.join(', ')}, and what is held)`)
    .addHelpText('after', HELP)
  act(watch, async (session, _options, words) => {
    const account = await session.account()
    const { signal, release } = abortOnInterrupt()
    const ended = new AbortController()
    const all = AbortSignal.any([signal, ended.signal])
    const stop = (): void => ended.abort()
    const symbols = words.length === 0 ? DEFAULT_SYMBOLS : words
    const show =
      session.terminal.screen === undefined || session.isJson ? printLines(session) : drawScreen(session, account, stop)
    try {
      await follow({ session, account, symbols, signal: all, tell: show.tell })
    } finally {
      release()
      show.close()
    }
  })
}

interface Show {
  readonly tell: (update: WatchUpdate) => void
  readonly close: () => void
}

function printLines({ terminal: { out, note, paint }, isJson }: Session): Show {
  return {
    tell: (update) => {
      if (update.type === 'lost') return note(update.message)
      const line = isJson ? jsonLine(update) : plainLine(update, paint)
      if (line !== null) out(line)
    },
    close: () => undefined,
  }
}

/** Milliseconds between two drawings at least. */
const DRAW_MS = 250

function drawScreen({ terminal: { screen: streams, paint } }: Session, account: Account, stop: () => void): Show {
  if (streams === undefined) throw new Failure('usage', 'there is no terminal to draw on')
  const screen = openScreen(streams, stop)
  let watched = emptyWatch(account.id)
  let timer: NodeJS.Timeout | undefined
  const draw = (): void => {
    timer = undefined
    screen.draw(watchLines(watched, { columns: screen.columns(), rows: screen.rows(), paint }))
  }
  screen.onResize(draw)
  draw()
  return {
    tell: (update) => {
      watched = take(watched, update)
      timer ??= setTimeout(draw, DRAW_MS)
    },
    close: () => {
      clearTimeout(timer)
      screen.close()
    },
  }
}

interface Following {
  readonly session: Session
  readonly account: Account
  readonly symbols: readonly string[]
  readonly signal: AbortSignal
  readonly tell: (update: WatchUpdate) => void
}

/** Follows both streams until the signal; what is held is read when it begins, and after events and lost streams. */
async function follow({ session, account, symbols, signal, tell }: Following): Promise<void> {
  const failed = new AbortController()
  const all = AbortSignal.any([signal, failed.signal])
  const onLost = ({ message }: BaseError): void =>
    tell({ type: 'lost', message: `${message}: opening the stream again` })
  const prices = createPriceWatch(session, { signal: all, onLost, tell })
  let isStale = true
  const readHeld = async (): Promise<void> => {
    isStale = false
    const [positions, orders] = await Promise.all([account.positions(), account.workingOrders()])
    tell({ type: 'held', positions, orders })
    prices.watch([...new Set([...symbols, ...positions.map(({ symbol }) => symbol)])])
  }
  const readAccount = async (): Promise<void> => {
    const options = { signal: all, onLost: (reason: BaseError) => ((isStale = true), onLost(reason)) }
    for await (const frame of account.stream(options)) {
      tell(frame)
      if (isStale || frame.type === 'event') await readHeld()
    }
  }
  try {
    await readHeld()
    await Promise.race([readAccount(), prices.failed])
  } finally {
    failed.abort()
  }
}

interface PriceWatch {
  readonly watch: (symbols: readonly string[]) => void
  /** Never resolves; rejects with what the service refuses for good. */
  readonly failed: Promise<never>
}

/** A stream of prices that is opened again when other symbols are to be watched. */
function createPriceWatch(
  { trading }: Session,
  { signal, onLost, tell }: Pick<Following, 'signal' | 'tell'> & { readonly onLost: (reason: BaseError) => void },
): PriceWatch {
  let watched = ''
  let current = new AbortController()
  let fail: (reason: unknown) => void = () => undefined
  const failed = new Promise<never>((_resolve, reject) => (fail = reject))
  // Nobody waits for it where the account's stream has failed first.
  failed.catch(() => undefined)
  const read = async (symbols: readonly string[], end: AbortSignal): Promise<void> => {
    for await (const frame of trading.market.stream(symbols, { signal: AbortSignal.any([signal, end]), onLost }))
      tell(frame)
  }
  return {
    failed,
    watch: (symbols) => {
      if (symbols.join() === watched) return
      watched = symbols.join()
      current.abort()
      current = new AbortController()
      read(symbols, current.signal).catch(fail)
    },
  }
}
