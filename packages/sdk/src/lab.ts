import type { Account } from './account.js'
import { unwrap, type EngineApi } from './engine-api.js'
import type { LabApi } from './lab-api.js'
import type { CallOptions } from './transport/transport.js'
import type {
  AnswerOf,
  BodyOf,
  LabAdvanced,
  LabOdds,
  LabOperations,
  LabReport,
  LabResult,
  LabRunState,
  Odds,
  Operations,
} from './types.js'

/** As long as the service may take: a question that is sent again would begin from the start. */
const ATTEMPT_MS = 30_000
/** A run begins a database. */
const START_MS = 120_000
/** Between two looks at a run whose clock moves. */
const LOOK_MS = 100
/** Between two looks at odds that are worked out. */
const ODDS_LOOK_MS = 500

/** A moment, a time, or an event that the clock moves to. */
export type Advance = BodyOf<LabOperations['advanceLabRun']>
type RunBody = BodyOf<LabOperations['startLabRun']>
/** A body whose pace is a number of times real, and no decimal. */
export type NewRun = Omit<RunBody, 'pace'> & { readonly pace?: 'LOCKSTEP' | 'MAX' | number }

/** The address and the key of a run, which go to a bot instead of its own. */
export interface RunAccess {
  /** The address of the API of the run: `http://127.0.0.1:4003/lab/<run_id>`. */
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly accountId: string
  /** The secret that signs what goes to the `webhook_url` of the run; null: it has none. */
  readonly webhookSecret?: string | null
}

/** Adds with `include: 'log'` the recipe, requests, trace and faults met; some megabytes of a long run. */
export interface ReportOptions extends CallOptions {
  readonly include?: 'log'
}

export interface TapeOddsOptions extends CallOptions {
  /** Told how many attempts were played, whenever that was looked at. */
  readonly onProgress?: (odds: LabOdds) => void
}

/** A client that opens the account of a run. */
interface TradesAccounts {
  account(accountId: string): Account
}

/** A run of the laboratory: an account on a tape, whose clock moves when it is told to. Its key is all it takes. */
export class RunOf<Client extends TradesAccounts> {
  readonly id: string
  /** The service, in this run alone. */
  readonly client: Client
  readonly account: Account
  readonly #lab: LabApi

  constructor(
    readonly access: RunAccess,
    client: Client,
    lab: LabApi,
  ) {
    this.id = runIdOf(access.url)
    this.client = client
    this.account = client.account(access.accountId)
    this.#lab = lab
  }

  /**
   * Moves the clock, and resolves when it stands still again, however long it takes (`signal` ends the wait). Where it
   * took longer than a second and a half, `stopped_by` is null and `events` are those of that time.
   */
  async advance(to: Advance, { signal }: CallOptions = {}): Promise<LabAdvanced> {
    const advanced = await this.#advance(to, signal)
    if (advanced.status === 'READY') return advanced
    for (;;) {
      const { status, now } = await this.report({ signal })
      if (status !== 'ADVANCING' && status !== 'STARTING') return { ...advanced, status: 'READY', now: now ?? '' }
      await this.#lab.clock.sleep(LOOK_MS, signal)
    }
  }

  #advance(to: Advance, signal: AbortSignal | undefined): Promise<LabAdvanced> {
    const repeat = { kind: 'once', lookUp: "read the run's time" } as const
    const call = this.#lab.through({ signal, repeat, attemptMs: ATTEMPT_MS })
    const params = { path: { run_id: this.id } }
    return unwrap(this.#lab.http.POST('/v1/lab/runs/{run_id}/advance', { params, body: to, ...call }))
  }

  /** Reads what it has come to, with the hash over all its events. */
  report(options: ReportOptions = {}): Promise<LabReport> {
    return reportOf(this.#lab, this.id, options)
  }
}

/** Runs, and estimates of what would become of a trader. */
export class LabOf<Client extends TradesAccounts> {
  readonly #api: EngineApi
  readonly #lab: LabApi
  readonly #open: (access: RunAccess) => RunOf<Client>

  constructor(api: EngineApi, lab: LabApi, open: (access: RunAccess) => RunOf<Client>) {
    this.#api = api
    this.#lab = lab
    this.#open = open
  }

  /** The odds of passing and of being paid, of an account, of a list of trades or of a model. Takes seconds. */
  odds(question: BodyOf<Operations['getOdds']>, options: CallOptions = {}): Promise<Odds> {
    const call = {
      body: question,
      ...this.#api.through({ ...options, repeat: { kind: 'read' }, attemptMs: ATTEMPT_MS }),
    }
    return unwrap(this.#api.http.POST('/v1/lab/odds', call))
  }

  /**
   * Works out odds with the core that trades, over days of a tape drawn in blocks, from what was filled in runs or in
   * an account. Takes a minute; resolves when they are `DONE`, or have `FAILED` for a `reason`. `signal` ends them.
   */
  async tapeOdds(
    question: Partial<BodyOf<LabOperations['startLabOdds']>>,
    { onProgress, ...options }: TapeOddsOptions = {},
  ): Promise<LabOdds> {
    const { signal } = options
    const call = this.#lab.through({ ...options, repeat: { kind: 'once', lookUp: 'wait and ask again' } as const })
    const body = { method: 'TAPE_RESAMPLE' as const, ...question }
    let odds = await unwrap(this.#lab.http.POST('/v1/lab/odds', { body, ...call }))
    const params = { path: { odds_id: odds.odds_id } }
    try {
      while (odds.status === 'RUNNING') {
        onProgress?.(odds)
        await this.#lab.clock.sleep(ODDS_LOOK_MS, signal)
        odds = await unwrap(this.#lab.http.GET('/v1/lab/odds/{odds_id}', { params, ...this.#reading(options) }))
      }
    } catch (error) {
      const end = this.#lab.through({ repeat: { kind: 'same', lookUp: 'read the odds' } as const })
      await unwrap(this.#lab.http.DELETE('/v1/lab/odds/{odds_id}', { params, ...end })).catch(() => undefined)
      throw error
    }
    onProgress?.(odds)
    return odds
  }

  /** Starts a run, which goes on until it is ended or an hour old. Scope `TRADE`. */
  async start(run: NewRun, options: CallOptions = {}): Promise<RunOf<Client>> {
    const repeat = { kind: 'once', lookUp: 'list the runs' } as const
    const call = this.#lab.through({ deadlineMs: START_MS, ...options, repeat, attemptMs: START_MS })
    const started = await unwrap(this.#lab.http.POST('/v1/lab/runs', { body: run, ...call }))
    return this.#open({
      url: `${this.#lab.url}${started.base_url}`,
      key: started.key,
      secret: started.secret,
      accountId: started.account_id ?? '',
      webhookSecret: started.webhook_secret,
    })
  }

  /** Starts a run, has it used, and ends it, whatever came of it. */
  async run<T>(run: NewRun, use: (run: RunOf<Client>) => Promise<T>, options: CallOptions = {}): Promise<T> {
    const started = await this.start(run, options)
    try {
      return await use(started)
    } finally {
      await this.end(started.id).catch(() => undefined)
    }
  }

  /** Lists those under way and the last that have ended, the newest first. */
  runs(options: CallOptions = {}): Promise<AnswerOf<LabOperations['listLabRuns']>> {
    return unwrap(this.#lab.http.GET('/v1/lab/runs', this.#reading(options)))
  }

  /** A run as it is. @throws NotFound */
  get(runId: string, options: CallOptions = {}): Promise<LabRunState> {
    return unwrap(
      this.#lab.http.GET('/v1/lab/runs/{run_id}', {
        params: { path: { run_id: runId } },
        ...this.#reading(options),
      }),
    )
  }

  /** Reads what a run has come to, also after its end. @throws NotFound */
  report(runId: string, options: ReportOptions = {}): Promise<LabReport> {
    return reportOf(this.#lab, runId, options)
  }

  /** Reads what the accounts of a run have come to, also after its end. @throws NotFound */
  result(runId: string, options: CallOptions = {}): Promise<LabResult> {
    return unwrap(
      this.#lab.http.GET('/v1/lab/runs/{run_id}/result', {
        params: { path: { run_id: runId } },
        ...this.#reading(options),
      }),
    )
  }

  /** Ends a run; one that has ended stays as it is. Scope `TRADE`. @throws NotFound */
  end(runId: string, options: CallOptions = {}): Promise<LabRunState> {
    const repeat = { kind: 'same', lookUp: 'read the run' } as const
    return unwrap(
      this.#lab.http.DELETE('/v1/lab/runs/{run_id}', {
        params: { path: { run_id: runId } },
        ...this.#lab.through({ ...options, repeat, attemptMs: ATTEMPT_MS }),
      }),
    )
  }

  #reading(options: CallOptions): ReturnType<LabApi['through']> {
    return this.#lab.through({ ...options, repeat: { kind: 'read' } })
  }
}

function reportOf(lab: LabApi, runId: string, { include, ...options }: ReportOptions): Promise<LabReport> {
  const params = { path: { run_id: runId }, query: include === undefined ? {} : { include } }
  const call = lab.through({ ...options, repeat: { kind: 'read' } })
  return unwrap(lab.http.GET('/v1/lab/runs/{run_id}/report', { params, ...call }))
}

const RUN_URL = /^(.*)\/lab\/([0-9a-f-]{36})\/?$/

/** The address of the laboratory of a run. */
export const labUrlOf = (url: string): string => partOf(url, 1)
const runIdOf = (url: string): string => partOf(url, 2)

function partOf(url: string, group: 1 | 2): string {
  const part = RUN_URL.exec(url)?.[group]
  if (part === undefined) throw new TypeError(`the address of a run ends with /lab/<run_id>, unlike ${url}`)
  return part
}
