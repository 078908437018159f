/** Begins a run from its recipe: its engine, its API on loopback, and the account that its trader has. */
import { readFile } from 'node:fs/promises'
import { listen, type HttpApp, type RunningServer } from '@ats/service-kit/http'
import type { Logger } from '@ats/service-kit/process'
import type { Account } from '../../core/model/account/account.js'
import type { StoredEvent } from '../../core/model/events.js'
import type { ForcedOutcome } from '../../core/model/forced-outcome.js'
import { listingKey } from '../../core/model/market/listing.js'
import { decimalFromNumber, quantity } from '../../core/values/decimal.js'
import { TICK_MICROS } from '../../core/values/tick.js'
import type { Micros } from '../../core/values/time.js'
import { accountAt, type CopiedAccount } from '../../lab/run/copied-account.js'
import { forcedBy } from '../../lab/run/faults/fault.js'
import { withTapeFaults } from '../../lab/run/faults/tape-faults.js'
import type { LabResult } from '../../lab/run/lab-report.js'
import type { MemoryPostgres } from '../../lab/run/memory-postgres.js'
import { createLockstepGate, type LockstepGate } from '../../lab/run/lockstep-gate.js'
import type { Advance, Advanced } from '../../lab/run/player.js'
import { newsOf, playedTapeOf, seedBytes, type RunRecipe } from '../../lab/run/recipe.js'
import type { RecordedFill } from '../../lab/odds/resample/recorded-days.js'
import { createRunLog, type RunLogWriter } from '../../lab/run/run-log.js'
import type { BeginAsk, RunBegun } from '../../lab/run/run-messages.js'
import { encodeTape, tapeIdOf } from '../../lab/tapes/file/tape-bytes.js'
import type { Tape } from '../../lab/tapes/tape.js'
import { loadCatalogue } from '../../market/catalogue.js'
import { composeRun, type ComposedRun } from './compose-run.js'
import { insertCopiedAccount } from '../../store/write/insert-copied-account.js'
import { createRunWebhooks, type RunPatience, type RunWebhooks } from './run-webhooks.js'
import { endpointOf, RUN_USER } from './run-wallet.js'
import { withWebhookFaults } from './webhook-faults.js'
import { readRunResult } from './run-result.js'
import { throughDoor } from './run-door.js'
import type { OwnTurn } from '../../lab/run/own-turn.js'

export interface BegunRun {
  readonly run: ComposedRun
  readonly server: RunningServer
  readonly log: RunLogWriter
  readonly begun: RunBegun
  /** Moves the clock once no request is under way, and webhooks are sent; `onStart` is called when it begins to. */
  readonly move: (advance: Advance, onStart?: () => void) => Promise<Advanced>
  /** Has this fault of its list decide the fate of orders that are placed, until it is told null. */
  readonly force: (fault: number | null) => void
  /** Reads what has become of its accounts, while the clock stands still; no fault of the run is met. */
  readonly result: () => Promise<LabResult>
  /** Leaves its database open, for a run that begins with it; it may be closed as well. */
  readonly close: () => Promise<void>
}

export interface BeginOptions {
  readonly logger: Logger
  /** Told of all events. */
  readonly onEvents?: (events: readonly StoredEvent[]) => void
  /** The database of a run that has ended, which is clear, instead of one of its own. */
  readonly database?: MemoryPostgres | null
  /** False: requests meet no faults and take no time, and nothing is sent; what becomes of the tape becomes of it. */
  readonly hasFaults?: boolean
  /** Instead of the usual one with the receiver of its webhooks. */
  readonly patience?: RunPatience
  /** Absent: it computes whenever it has something to do. */
  readonly turn?: Pick<OwnTurn, 'enter' | 'pause'>
}

const IN_FLIGHT_MAX = 256

export async function beginRun(ask: Omit<BeginAsk, 'kind'>, options: BeginOptions): Promise<BegunRun> {
  const { recipe, key, secret, webhookSecret, name, template } = ask
  const { hasFaults = true, database = null, patience, turn, ...observers } = options
  const played = await playedTapeOf(recipe, loadCatalogue())
  const tape = withTapeFaults(played, recipe.faults)
  const log = createRunLog()
  const keepFills = createKeepFills(log)
  let forced: ForcedOutcome | null = null
  const force = (number: number | null): void => {
    const fault = number === null ? undefined : recipe.faults[number - 1]
    forced = fault === undefined ? null : forcedBy(fault)
  }
  const startsAt = tape.firstTick * TICK_MICROS
  if (recipe.copied !== null) requirePrices(tape, recipe.copied)
  const { webhookUrl: url } = recipe
  const endpoint = url === null || webhookSecret === null ? null : endpointOf({ url, secret: webhookSecret }, startsAt)
  let webhooks: RunWebhooks | null = null
  const run = await composeRun({
    ...{ database: database ?? (await readFile(template)), tape, startsAt },
    ...{ plans: recipe.plans, program: recipe.program, news: newsOf(recipe), key: { key, secret } },
    ...{ seed: seedBytes(recipe.seed), ...observers, onTrace: log.addEvent, forced: () => forced },
    onEvents(events) {
      keepFills(events)
      observers.onEvents?.(events)
    },
    ...{ endpoint, onChanged: (account: Account) => webhooks?.recordCommitted(account) },
    ...(turn && { pause: turn.pause }),
  })
  const commands = (): number => log.whole().commands.length
  if (endpoint !== null && hasFaults)
    webhooks = createRunWebhooks({
      ...{ pool: run.database.pool, endpoint, now: run.clock.now, seed: recipe.seed, logger: options.logger },
      ...(patience && { patience }),
      withFaults: (post) => withWebhookFaults(post, { ...recipe, now: run.clock.now, onHit: log.addHit, commands }),
    })
  const send = async (): Promise<void> => webhooks?.deliver()
  const gate = createLockstepGate()
  let hasMoved = false
  const moveAlone = mover(gate, run, () => (hasMoved = true))
  const move: BegunRun['move'] = async (...to) => {
    await send()
    const advanced = await moveAlone(...to)
    await send()
    return advanced
  }
  const door = (): HttpApp =>
    throughDoor(run.app, {
      ...{ gate, now: run.clock.now, seed: recipe.seed, commands, onHit: log.addHit, force },
      onCommand(command) {
        log.addCommand(command)
        void send()
      },
      // The receiver may be who waits for this request.
      pass: (micros) => moveAlone({ to: run.clock.now() + micros, ticksMax: Infinity, isAwaited: () => false }),
      faults: hasFaults ? recipe.faults : [],
      latency: hasFaults ? recipe.latency : null,
      ...(turn && { enterTurn: turn.enter }),
      takeMoved() {
        const moved = hasMoved
        hasMoved = false
        return moved
      },
    })
  // For this process alone: what comes there is not counted, and nothing goes wrong.
  const own = await listen(run.app, { host: '127.0.0.1', port: 0 })
  const opened =
    recipe.copied === null
      ? await openFirst(own.port, recipe, { name, key, secret })
      : await openCopy(run, recipe.copied, { name, startsAt })
  const server = await listen(door(), { host: '127.0.0.1', port: 0, connectionsPerAddress: IN_FLIGHT_MAX })
  return {
    ...{ run, server, log, force },
    begun: {
      ...{ port: server.port, ...opened, tapeId: tapeIdOf(encodeTape(played)) },
      ...{ now: run.clock.now(), endsAt: run.player.endsAt },
    },
    move,
    async result() {
      const leave = await gate.enter(false)
      try {
        return { at: run.clock.now(), accounts: await readRunResult(own.port, { key, secret }) }
      } finally {
        leave()
      }
    },
    async close() {
      await server.close(0)
      await own.close(0)
      await webhooks?.close()
      await run.close()
    },
  }
}

/** Keeps the fills of the account that the run begins with: whose event is the first. */
function createKeepFills({ addFill }: RunLogWriter): (events: readonly StoredEvent[]) => void {
  let first: string | null = null
  return (events) => {
    for (const { accountId, type, at, data } of events) {
      first ??= accountId
      if (type !== 'order.fill' || accountId !== first) continue
      const { trade } = JSON.parse(data) as { readonly trade: WrittenTrade }
      const { symbol, venue, side } = trade
      addFill({ at, symbol, venue, side, quantity: quantity(decimalFromNumber(trade.quantity) ?? 0n) })
    }
  }
}

interface WrittenTrade extends Pick<RecordedFill, 'symbol' | 'venue' | 'side'> {
  readonly quantity: number
}

const mover =
  (gate: LockstepGate, { player }: ComposedRun, onMoved: () => void): BegunRun['move'] =>
  (advance, onStart) =>
    gate.move(() => {
      onMoved()
      onStart?.()
      return player.advance(advance)
    })

interface Opening {
  readonly name: string | null
  readonly key: string
  readonly secret: string
}

/** @throws Error where the tape has no prices of what the account has in the market */
function requirePrices({ series }: Tape, { account: { positions, orders } }: CopiedAccount): void {
  const told = new Set(series.map(listingKey))
  const missing = [...positions.values(), ...orders.values()].find((of) => !told.has(listingKey(of)))
  if (missing === undefined) return
  const { symbol, venue } = missing
  throw new Error(`the account has positions or orders in ${symbol} on ${venue}, of which the tape has no prices`)
}

async function openCopy(
  { database: { pool } }: ComposedRun,
  copied: CopiedAccount,
  { name, startsAt }: { readonly name: string | null; readonly startsAt: Micros },
): Promise<Pick<RunBegun, 'accountId' | 'challengeId'>> {
  const account = accountAt(copied, startsAt, RUN_USER)
  await insertCopiedAccount(pool, { ...account, name: name ?? account.name }, startsAt)
  return { accountId: account.id, challengeId: null }
}

/** As any trader would. */
async function openFirst(
  port: number,
  { plans, program }: RunRecipe,
  { name, key, secret }: Opening,
): Promise<Pick<RunBegun, 'accountId' | 'challengeId'>> {
  const [path, wanted] =
    program === null ? ['/v1/accounts', { plan_id: plans[0]?.id }] : ['/v1/challenges', { program_id: program.id }]
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'X-API-Secret': secret, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...wanted, ...(name !== null && { name }) }),
  })
  const body = (await response.json()) as {
    readonly id: string
    readonly account_id: string
    readonly message?: string
  }
  if (response.status !== CREATED) throw new Error(`the account could not be opened: ${body.message}`)
  return program === null
    ? { accountId: body.id, challengeId: null }
    : { accountId: body.account_id, challengeId: body.id }
}

const CREATED = 201
