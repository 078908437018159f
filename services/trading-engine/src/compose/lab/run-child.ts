/** The process of one run: begins it, serves its API on loopback, and does what the process of the laboratory asks. */
import { readFile } from 'node:fs/promises'
import { listen, type HttpApp, type RunningServer } from '@ats/service-kit/http'
import { createLogger, type Logger } from '@ats/service-kit/process'
import type { StoredEvent } from '../../core/model/events.js'
import { encodeTape, tapeIdOf } from '../../lab/tapes/file/tape-bytes.js'
import { createLockstepGate, type LockstepGate } from '../../lab/run/lockstep-gate.js'
import { keepTemplate } from '../../lab/run/template.js'
import type { Advance, Advanced } from '../../lab/run/player.js'
import { seedBytes, tapeOf } from '../../lab/run/recipe.js'
import type {
  AdvanceAsk,
  BeginAsk,
  RunAdvanced,
  RunAsk,
  RunBegun,
  RunEvent,
  RunReport,
  RunTask,
  RunTold,
} from '../../lab/run/run-messages.js'
import { loadCatalogue } from '../../market/catalogue.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import { composeRun, type ComposedRun } from './compose-run.js'

/** The end of the line to the process of the laboratory. */
export interface RunLine {
  readonly tell: (told: RunTold) => void
  readonly onTask: (take: (task: RunTask) => void) => void
}

const BEAT_MS = 500
/** An advance that takes longer goes on without its caller. */
const ADVANCE_WAIT_MS = 1_500
const EVENTS_TOLD = 100
const IN_FLIGHT_MAX = 256

interface Begun {
  readonly run: ComposedRun
  readonly server: RunningServer
  readonly gate: LockstepGate
  readonly begun: RunBegun
}

/** The clock moves, and can be moved once only. */
class RunBusy extends Error {}

export function serveRun(line: RunLine): void {
  const logger = createLogger({ service: 'lab-run', level: 'warn' })
  let running: Begun | null = null
  let advancing: Promise<unknown> | null = null
  let recent: RunEvent[] = []
  let recentCount = 0

  const reportOf = ({ run: { clock, player, head } }: Begun): RunReport => ({
    ...{
      now: clock.now(),
      status: advancing === null ? 'READY' : 'ADVANCING',
      ticks: player.ticks,
      looks: player.looks,
    },
    ...{ events: head.count(), eventsHash: head.hash() },
  })

  const requireRunning = (): Begun => {
    if (running === null) throw new Error('the run has not begun')
    return running
  }

  const onEvents = (events: readonly StoredEvent[]): void => {
    recentCount += events.length
    for (const { accountId, sequence, type, at } of events)
      if (recent.length < EVENTS_TOLD) recent.push({ accountId, sequence, type, at })
  }

  const advance = async (of: Begun, to: Advance): Promise<RunAdvanced> => {
    if (advancing !== null) throw new RunBusy('the run is advancing; ask again when it is READY')
    const { run, gate } = of
    const ticksBefore = run.player.ticks
    const work = gate.move(() => {
      recent = []
      recentCount = 0
      return run.player.advance(to)
    })
    advancing = work
    const end = (): void => void (advancing = null)
    work.then(end, end)
    const ended: Advanced | null = await within(work, ADVANCE_WAIT_MS)
    return {
      ...{ now: run.clock.now(), status: ended === null ? 'ADVANCING' : 'READY', stoppedBy: ended?.stoppedBy ?? null },
      ...{ ticks: run.player.ticks - ticksBefore, events: recent, eventsCount: recentCount },
    }
  }

  const act = async (ask: RunAsk): Promise<unknown> => {
    switch (ask.kind) {
      case 'begin':
        running = await begin(ask, logger, onEvents)
        if (ask.recipe.pace === 'MAX') void playAll(requireRunning())
        return running.begun
      case 'advance':
        return advance(requireRunning(), advanceOf(ask, requireRunning().run))
      case 'template':
        return keepTemplate(ask.migrations, ask.folder)
      case 'report':
        return reportOf(requireRunning())
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
    await ended.server.close(0)
    await ended.run.close()
  }

  /** Requests come in between, whenever they do. */
  const playAll = async ({ run }: Begun): Promise<void> => {
    advancing = run.player.advance({ to: run.player.endsAt, ticksMax: Infinity, isAwaited: () => false })
    try {
      await advancing
    } finally {
      advancing = null
    }
  }

  line.onTask(({ id, ask }) => {
    act(ask).then(
      (value) => line.tell({ kind: 'answer', id, value }),
      (error: unknown) => {
        const isBusy = error instanceof RunBusy
        if (!isBusy) logger.error({ err: error }, 'a run could not do what it was asked')
        line.tell({ kind: 'refusal', id, isBusy, message: error instanceof Error ? error.message : String(error) })
      },
    )
  })
  const beat = (): void =>
    line.tell({ kind: 'beat', rssBytes: process.memoryUsage.rss(), report: running && reportOf(running) })
  setInterval(beat, BEAT_MS)
}

async function begin(
  { recipe, key, secret, name, template }: BeginAsk,
  logger: Logger,
  onEvents: (events: readonly StoredEvent[]) => void,
): Promise<Begun> {
  const catalogue = loadCatalogue()
  const tape = tapeOf(recipe.tape, catalogue)
  const run = await composeRun({
    ...{ template: await readFile(template), tape, startsAt: tape.firstTick * TICK_MICROS, plans: [recipe.plan] },
    ...{ key: { key, secret }, seed: seedBytes(recipe.seed), logger, onEvents },
  })
  const gate = createLockstepGate()
  const app = recipe.pace === 'LOCKSTEP' ? gated(run.app, gate) : run.app
  const server = await listen(app, { host: '127.0.0.1', port: 0, connectionsPerAddress: IN_FLIGHT_MAX })
  const accountId = await openAccount(server.port, { planId: recipe.plan.id, name, key, secret })
  const tapeId = tapeIdOf(encodeTape(tape))
  return {
    ...{ run, server, gate },
    begun: { port: server.port, accountId, tapeId, now: run.clock.now(), endsAt: run.player.endsAt },
  }
}

interface Opening {
  readonly planId: string
  readonly name: string | null
  readonly key: string
  readonly secret: string
}

/** As any trader would. */
async function openAccount(port: number, { planId, name, key, secret }: Opening): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/accounts`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'X-API-Secret': secret, 'Content-Type': 'application/json' },
    body: JSON.stringify({ plan_id: planId, ...(name !== null && { name }) }),
  })
  const body = (await response.json()) as { readonly id?: string; readonly message?: string }
  if (body.id === undefined) throw new Error(`the account could not be opened: ${body.message}`)
  return body.id
}

/** Streams have no end, and wait for nothing: they tell of what happens. */
const isStream = (url: string): boolean => /^[^?]*\/stream(?:\?|$)/.test(url)

const gated = (app: HttpApp, gate: LockstepGate): HttpApp => ({
  ...app,
  serve(request, response) {
    if (isStream(request.url)) return app.serve(request, response)
    void gate.enter().then((leave) => {
      response.once('close', leave)
      // A caller who left while it waited has closed the response already.
      if (response.destroyed) leave()
      app.serve(request, response)
    })
  },
})

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
