/**
 * A single-threaded client: one request at a time, everything written down. What has no definite answer is sent again
 * if that is safe, which is what a client_id is for, and otherwise left for the checker to judge.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BotKey } from '../engine/keys.js'
import type { Random } from '../random.js'
import type { Attempt, History, Invocation } from './history.js'
import { wasRefused, type Send } from './http.js'
import type { BotAccount, ChooseStep } from './steps.js'

export interface Replica {
  readonly name: string
  readonly send: Send
}

export interface BotOptions {
  readonly bot: number
  readonly user: number
  readonly key: BotKey
  readonly accounts: readonly [BotAccount, ...BotAccount[]]
  readonly replicas: readonly [Replica, ...Replica[]]
  readonly history: History
  readonly random: Random
  readonly choose: ChooseStep
  /** The longest pause between two requests. */
  readonly pauseMs: number
  /** How often an acknowledged order is looked up on another replica. */
  readonly readBack: number
}

/** For how long a bot asks about an unknown outcome before it counts as unanswered. */
export const DEFINITE_WITHIN_MS = 30_000
export const RETRY_PAUSE_MS = 100
/** How often an answered request is sent once more, to see the same answer. */
const REPEAT_CHANCE = 0.1

/** Sends until the outcome is definite, or must stay unknown. */
export async function carryOut(options: BotOptions, invocation: Invocation): Promise<Attempt> {
  const isRepeatable = invocation.clientId !== null || invocation.action === 'cancel'
  const startedAt = Date.now()
  for (;;) {
    const attempt = await sendOnce(options, invocation, options.random.pick(options.replicas))
    options.history.append(attempt)
    if (attempt.type === 'ok' || attempt.type === 'fail') return attempt
    if (attempt.type === 'info' && !isRepeatable) return attempt
    if (Date.now() - startedAt > DEFINITE_WITHIN_MS) return attempt
    await sleep(RETRY_PAUSE_MS)
  }
}

export async function sendOnce(
  { key }: Pick<BotOptions, 'key'>,
  { op, path, body }: Invocation,
  replica: Replica,
): Promise<Attempt> {
  const line = (type: Attempt['type'], status: number | null, text: string): Attempt => ({
    type,
    op,
    atMs: Date.now(),
    replica: replica.name,
    status,
    text,
  })
  try {
    const { status, text } = await replica.send({ method: 'POST', path, headers: key.headers, body })
    return line(outcomeOfResponse(status, text), status, text)
  } catch (error) {
    return line(wasRefused(error) ? 'unsent' : 'info', null, String(error))
  }
}

/** Refusals that come before the service looks for an earlier request of the client_id. */
const TURNED_AWAY = [401, 403, 408, 413, 429]

/**
 * The outcome of a request by its response. One that was turned away was not executed itself; an earlier attempt
 * at it may have been.
 */
export function outcomeOfResponse(status: number, text: string): Attempt['type'] {
  if (status === 200) return 'ok'
  if (TURNED_AWAY.includes(status)) return 'unsent'
  const isInProgress = status === 409 && text.includes('"in_progress"')
  return status >= 400 && status < 500 && !isInProgress ? 'fail' : 'info'
}

/**
 * Handles an acknowledgement: the bot remembers its order, may look for it on another replica and may send the request
 * again.
 */
export async function follow(
  options: BotOptions,
  account: BotAccount,
  invocation: Invocation,
  { text, replica }: Attempt,
) {
  const orderId = account.note(invocation, text)
  const { random, replicas } = options
  if (orderId !== null && random.chance(options.readBack)) {
    const others = replicas.filter(({ name }) => name !== replica)
    const [other = random.pick(replicas)] = others
    await readBack(options, invocation, orderId, other)
  }
  if (invocation.clientId !== null && random.chance(REPEAT_CHANCE)) await carryOut(options, invocation)
}

/** Looks the order up until the replica answers at all: one that is down says nothing about what it would show. */
export async function readBack(
  { key, history }: Pick<BotOptions, 'key' | 'history'>,
  { op, accountId }: Invocation,
  orderId: string,
  replica: Replica,
): Promise<void> {
  const path = `/v1/account/${accountId}/orders/${orderId}?decimals=string`
  const deadline = Date.now() + DEFINITE_WITHIN_MS
  for (;;) {
    const line = { type: 'read', op, replica: replica.name, orderId } as const
    try {
      const { status, text } = await replica.send({ method: 'GET', path, headers: key.headers })
      history.append({ ...line, atMs: Date.now(), status, text })
      if (status < 500 || Date.now() > deadline) return
    } catch (error) {
      history.append({ ...line, atMs: Date.now(), status: null, text: String(error) })
      if (Date.now() > deadline) return
    }
    await sleep(RETRY_PAUSE_MS)
  }
}
