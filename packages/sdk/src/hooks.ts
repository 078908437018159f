import type { HistoryOptions } from './account-reads.js'
import { unwrap, type EngineApi } from './engine-api.js'
import { nextTo, rowsOf, type Rows } from './pages.js'
import type { CallOptions } from './transport/transport.js'
import type { AlertAnswer, BodyOf, HookDelivery, Operations } from './types.js'

/** An alert as an object, with fields of its own beside those that hooks know. */
export type Alert = BodyOf<Operations['sendAlert']> & Readonly<Record<string, unknown>>

export interface SendAlertOptions extends CallOptions {
  /** Asks what it would do now; nothing is placed. */
  readonly dryRun?: boolean | undefined
}

/** Alerts by hooks, and what became of them. Hooks are made with `WalletClient`. */
export class Hooks {
  readonly #api: EngineApi

  constructor(api: EngineApi) {
    this.#api = api
  }

  /**
   * Sends an alert, again where no answer came: give it an `alert_id` or a `time`, so that it is one order. Needs the
   * token alone. @throws OperationRejected when it is no alert, or more than the hook may; NotFound
   */
  send(token: string, alert: Alert, { dryRun, ...options }: SendAlertOptions = {}): Promise<AlertAnswer> {
    const repeat = { kind: 'same', lookUp: 'read deliveries(hookId)' } as const
    const params = { path: { token }, query: dryRun === true ? { dry_run: 'true' as const } : {} }
    const call = this.#api.through({ ...options, repeat, isPlain: true })
    return unwrap(this.#api.http.POST('/v1/hooks/{token}', { params, body: alert, ...call }))
  }

  /** The alerts that a hook of the caller has received, newest first: the last thousand or so. */
  deliveries(hookId: string, requested: HistoryOptions = {}): Rows<HookDelivery> {
    const { from, to, pageSize: limit = 500, ...options } = requested
    return rowsOf(to, async (end: string | undefined) => {
      const call = this.#api.through({ ...options, repeat: { kind: 'read' }, isPlain: true })
      const params = { path: { hook_id: hookId }, query: { from, to: end, limit } }
      const { data = [], response } = await this.#api.http.GET('/v1/hooks/{hook_id}/deliveries', { params, ...call })
      return { rows: data, next: nextTo(response) }
    })
  }
}
