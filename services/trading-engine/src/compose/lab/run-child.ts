/** The process of one run: begins it, serves its API on loopback, and does what the process of the laboratory asks. */
import { setImmediate as yieldToEvents, setTimeout as wait } from 'node:timers/promises'
import { createLogger } from '@ats/service-kit/process'
import type { StoredEvent } from '../../core/model/events.js'
import type { MemoryPostgres } from '../../lab/run/memory-postgres.js'
import { createOwnTurn } from '../../lab/run/own-turn.js'
import { isEmptyLog } from '../../lab/run/run-log.js'
import { keepTemplate } from '../../lab/run/template.js'
import type { Advance, Advanced } from '../../lab/run/player.js'
import type { ClockMode } from '../../lab/run/recipe.js'
import type {
  AdvanceAsk,
  BeginAsk,
  RunAdvanced,
  RunAsk,
  RunEvent,
  RunMessage,
  RunReport,
  RunTold,
} from '../../lab/run/run-messages.js'
import type { Micros } from '../../core/values/time.js'
import { beginRun, type BegunRun } from './begin-run.js'
import type { ComposedRun } from './compose-run.js'

/** The end of the line to the process of the laboratory. */
export interface RunLine {
  readonly tell: (told: RunTold) => void
  readonly onMessage: (take: (message: RunMessage) => void) => void
}

const BEAT_MS = 500
/** An advance that takes longer goes on without its caller. */
const ADVANCE_WAIT_MS = 1_500
const EVENTS_TOLD = 100
/** A clock that moves by itself lets requests in after so many ticks, and so often. */
const SLICE_TICKS = 10_000
const SLICE_MS = 50

/** The clock moves, and can be moved once only. */
class RunBusy extends Error {}

export function serveRun(line: RunLine): void {
  const logger = createLogger({ service: 'lab-run', level: 'warn' })
  let running: BegunRun | null = null
  /** The database of the run before. */
  let spare: MemoryPostgres | null = null
  let advancing: Promise<unknown> | null = null
  const recent = createRecentEvents()
  const turn = createOwnTurn((ask) => line.tell({ kind: 'turn', ask }))

  const report = (of: BegunRun): RunReport => reportOf(of, advancing !== null)

  const requireRunning = (): BegunRun => {
    if (running === null) throw new Error('the run has not begun')
    return running
  }

  const advance = async (of: BegunRun, to: Advance): Promise<RunAdvanced> => {
    if (advancing !== null) throw new RunBusy('the run is advancing; ask again when it is READY')
    const { run, move } = of
    const ticksBefore = run.player.ticks
    const work = turn.use(() => move(to, recent.clear))
    advancing = work
    const end = (): void => void (advancing = null)
    work.then(end, end)
    const ended: Advanced | null = await within(work, ADVANCE_WAIT_MS)
    return {
      ...{ now: run.clock.now(), status: ended === null ? 'ADVANCING' : 'READY', stoppedBy: ended?.stoppedBy ?? null },
      ...{ ticks: run.player.ticks - ticksBefore, ...recent.told() },
    }
  }

  const begin = async (ask: BeginAsk): Promise<unknown> => {
    running = await turn.use(() => beginRun(ask, { logger, onEvents: recent.add, database: takeSpare(), turn }))
    const { pace } = ask.recipe
    if (pace !== 'LOCKSTEP') void playAll(running, pace)
    return running.begun
  }

  const act = async (ask: RunAsk): Promise<unknown> => {
    switch (ask.kind) {
      case 'begin':
        return begin(ask)
      case 'advance':
        return advance(requireRunning(), advanceOf(ask, requireRunning().run))
      case 'template':
        return keepTemplate(ask.migrations, ask.folder)
      case 'report':
        tellLog()
        return report(requireRunning())
      case 'result':
        return turn.use(requireRunning().result)
      case 'rest':
        return rest()
    }
  }

  const rest = async (): Promise<void> => {
    const ended = running
    if (ended === null) return
    ended.run.player.stop()
    await advancing?.catch(() => undefined)
    running = null
    await ended.close()
    const { database } = ended.run
    // What cannot be cleared is refused here: the process then ends, and is left to nobody.
    await database.clear()
    spare = database
    turn.reset()
  }

  const takeSpare = (): MemoryPostgres | null => {
    const taken = spare
    spare = null
    return taken
  }

  const tellLog = (): void => {
    const log = running?.log.take()
    if (log !== undefined && !isEmptyLog(log)) line.tell({ kind: 'log', log })
  }

  const playAll = async (of: BegunRun, pace: Exclude<ClockMode, 'LOCKSTEP'>): Promise<void> => {
    advancing = playByItself({ ...of, move: (to) => turn.use(() => of.move(to)) }, pace)
    try {
      await advancing
    } catch (error) {
      logger.error({ err: error }, 'a run could not be played')
    } finally {
      advancing = null
    }
  }

  line.onMessage((message) => {
    if (message.kind === 'turn') return turn.hear(message.word)
    const { id, ask } = message
    act(ask).then(
      (value) => line.tell({ kind: 'answer', id, value }),
      (error: unknown) => {
        const isBusy = error instanceof RunBusy
        if (!isBusy) logger.error({ err: error }, 'a run could not do what it was asked')
        line.tell({ kind: 'refusal', id, isBusy, message: error instanceof Error ? error.message : String(error) })
      },
    )
  })
  const beat = (): void => {
    tellLog()
    line.tell({ kind: 'beat', rssBytes: process.memoryUsage.rss(), report: running && report(running) })
  }
  setInterval(beat, BEAT_MS)
}

const reportOf = ({ run: { clock, player, head } }: BegunRun, isAdvancing: boolean): RunReport => ({
  ...{ now: clock.now(), status: isAdvancing ? 'ADVANCING' : 'READY', ticks: player.ticks, looks: player.looks },
  ...{ events: head.count(), eventsHash: head.hash() },
})

/** The events of an advance: the first of them, and how many there are. */
function createRecentEvents() {
  let events: RunEvent[] = []
  let eventsCount = 0
  return {
    add: (added: readonly StoredEvent[]): void => {
      eventsCount += added.length
      for (const { accountId, sequence, type, at } of added)
        if (events.length < EVENTS_TOLD) events.push({ accountId, sequence, type, at })
    },
    clear: (): void => {
      events = []
      eventsCount = 0
    },
    told: () => ({ events, eventsCount }),
  }
}

/** To the end of the tape. Requests come in between, each at a moment at which the clock stands still. */
async function playByItself({ run: { player, clock }, move }: BegunRun, pace: number | 'MAX'): Promise<void> {
  const [startedMs, startsAt] = [performance.now(), clock.now()]
  const ticksMax = pace === 'MAX' ? SLICE_TICKS : Infinity
  for (let last: Advanced['stoppedBy'] = 'TIME'; last !== 'END' && last !== 'DELETED';) {
    const elapsedMs = performance.now() - startedMs
    const to = pace === 'MAX' ? player.endsAt : startsAt + Math.floor(elapsedMs * pace * 1_000)
    const { stoppedBy } = await move({ to, ticksMax, isAwaited: () => false })
    last = stoppedBy
    await (pace === 'MAX' ? yieldToEvents() : wait(SLICE_MS))
  }
}

function advanceOf(ask: AdvanceAsk, { clock, player }: ComposedRun): Advance {
  const now = clock.now()
  const awaited = ask.until
  const isAwaited = (type: string): boolean =>
    awaited === 'EVENT' ||
    (awaited === 'FILL' && type === 'order.fill') ||
    (awaited === 'BREACH' && type === 'account.breach')
  return {
    to: momentOf(ask, now, player.endsAt),
    ticksMax: awaited === 'NEXT_TICK' ? 1 : ask.ticksMax,
    isAwaited,
  }
}

function momentOf({ to, byMs, until, interval }: AdvanceAsk, now: Micros, endsAt: Micros): Micros {
  if (to !== null) return to
  if (byMs !== null) return now + byMs * 1_000
  return until === 'NEXT_BAR' ? (Math.floor(now / interval) + 1) * interval : endsAt
}

/** Null where it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
