/**
 * Takes an alert once, however often it comes: as a command under an id with slashes, which no caller can send, so that
 * kills, repetitions and two engines cannot double it. Its row in the log is written in the transaction of its order;
 * the orders of the hook in a minute are counted there, under the lock of the account.
 */
import { createHash } from 'node:crypto'
import type { HookRecord } from '@ats/contracts'
import type { Pool } from 'pg'
import type { Alert } from '../../core/decide/alert-move.js'
import { decideAlert, type AlertAnswer, type AlertCaps } from '../../core/decide/decide-alert.js'
import type { DecisionContext } from '../../core/model/decision-context.js'
import type { Deduplication } from '../../core/model/hook-delivery.js'
import { withInputs, type Outcome } from '../../core/model/outcome.js'
import { decimal, quantity } from '../../core/values/decimal.js'
import { fingerprint } from '../../core/values/fingerprint.js'
import { writeWhole } from '../../core/values/input-text.js'
import { openWindow } from '../../store/hooks/hook-alerts.js'
import { countPlaced, insertHookDelivery } from '../../store/hooks/hook-deliveries.js'
import type { Queryable } from '../../store/read/queryable.js'
import { alertResult, alertText } from '../../wire/alert-text.js'
import { asNumber } from '../../wire/decimals.js'
import type { Command } from '../pipeline/command.js'
import type { Answer } from '../pipeline/idempotency.js'
import type { RunCommand } from '../pipeline/run-command.js'
import { placingContext } from '../placing-context.js'

export interface AlertDependencies {
  readonly pool: Pool
  readonly runCommand: RunCommand
  readonly newId: () => string
}

export interface TakeAlert {
  readonly hook: HookRecord
  readonly alert: Alert
  readonly deduplication: Deduplication
  /** SHA-256, hex, of its id or bytes. */
  readonly hash: string
  readonly ip: string
  /** The beginning of the body, for the log. */
  readonly body: string
}

/** 200 with what was decided, of the first one for each repetition. */
export async function takeAlert(dependencies: AlertDependencies, taken: TakeAlert): Promise<Answer> {
  const clientId = `hook/${taken.hook.hookId}/${await identityOf(dependencies, taken)}`
  return dependencies.runCommand(alertCommand(taken, clientId))
}

/** The part of a hook that a decision on an alert looks at. */
export type DecidingHook = Pick<
  HookRecord,
  'hookId' | 'userId' | 'accountId' | 'symbols' | 'actions' | 'maxQuantity' | 'maxOrdersPerMinute'
>

export interface DecidedAlert extends Pick<TakeAlert, 'alert' | 'ip' | 'body'> {
  readonly hook: DecidingHook
}

export function alertCommand(taken: DecidedAlert, clientId: string | null): Command<AlertAnswer> {
  const { hook, alert } = taken
  const { hookId, userId, accountId, symbols, actions, maxQuantity, maxOrdersPerMinute } = hook
  const caps = capsOf(hook)
  return {
    ...{ kind: 'take_alert', userId, accountId, origin: { by: 'HOOK', keyId: hookId } },
    clientId,
    // The id says which alert it is: whatever else a repetition says is not looked at.
    fingerprint: fingerprint('POST /v1/hooks', { hook_id: hookId }),
    decide: async (account, context, db) => {
      const placing = await placingContext(db, account, context)
      const outcome = withInputs(decideAlert(account, alert, caps, placing), placing)
      return outcome.kind === 'decided' ? noted(db, taken, outcome, context) : outcome
    },
    render: (answer) => ({ status: 200, text: alertText(answer, answer.placement?.order?.id ?? null) }),
    violationsOf: ({ placement }) => placement?.violations ?? [],
    write: asNumber,
    writesBeside: true,
    asked: writeWhole({ alert, hook: { hookId, symbols, actions, maxQuantity, maxOrdersPerMinute } }),
  }
}

/** The rights of a hook, as the core reads it. */
export const capsOf = (hook: Pick<HookRecord, 'symbols' | 'actions' | 'maxQuantity'>): AlertCaps => ({
  symbols: hook.symbols,
  actions: hook.actions,
  maxQuantity: quantity(decimal(hook.maxQuantity)),
})

async function identityOf({ pool, newId }: AlertDependencies, taken: TakeAlert): Promise<string> {
  const { hook, deduplication, hash } = taken
  if (deduplication !== 'BYTES_60S') return hash
  const alertId = await openWindow(pool, hook.hookId, Buffer.from(hash, 'hex'), newId())
  return createHash('sha256').update(`${hash} ${alertId}`).digest('hex')
}

/** Writes the row of the log; a problem when the hook has placed all the orders that it may place in a minute. */
async function noted(
  db: Queryable,
  { hook, ip, body }: DecidedAlert,
  outcome: Extract<Outcome<AlertAnswer>, { kind: 'decided' }>,
  context: DecisionContext,
): Promise<Outcome<AlertAnswer>> {
  const { hookId, userId, accountId, maxOrdersPerMinute } = hook
  const { placement, isClosing } = outcome.answer
  const order = placement?.order ?? null
  // A position can be closed at any time.
  if (order !== null && !isClosing) {
    const { count, freeInMs } = await countPlaced(db, hookId)
    if (count >= maxOrdersPerMinute) return tooManyOrders(maxOrdersPerMinute, freeInMs)
  }
  const message = placement?.violations.map((violation) => violation.message).join('; ') ?? ''
  await insertHookDelivery(db, {
    ...{ id: context.newId(), hookId, userId, accountId, ip, body, outcome: alertResult(outcome.answer), status: 200 },
    orderId: order?.id ?? null,
    message: message === '' ? null : message.slice(0, 1_000),
  })
  return outcome
}

function tooManyOrders(max: number, freeInMs: number): Outcome<never> {
  const retryAfterSeconds = Math.max(1, Math.ceil(freeInMs / 1_000))
  const message = `this hook may place ${max} orders in a minute; retry in ${retryAfterSeconds} s`
  return { kind: 'problem', problem: { kind: 'too_many_orders', message, retryAfterSeconds } }
}
