/**
 * Orders that are sent together. Each is an operation of its own in the history, with the outcome of
 * its result in the batch: the checker knows no batches and checks each order like one that was sent alone.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.js'
import { DEFINITE_WITHIN_MS, outcomeOfResponse, RETRY_PAUSE_MS, type BotOptions, type Replica } from './bot.js'
import type { Attempt, Invocation } from './history.js'
import { wasRefused } from './http.js'
import {
  bracketed,
  chooseBracketedStep,
  place,
  termsBehind,
  type BotAccount,
  type ChooseStep,
  type Step,
} from './steps.js'

const PATH = '/v1/orders/batch?decimals=string'
const SIZE_MAX = 8

/** Some orders for one account, each with a client_id, as far from the market as those that `choose` places. */
export const chooseBatch = (account: BotAccount, random: Random, choose: ChooseStep): readonly Step[] =>
  Array.from({ length: 1 + random.below(SIZE_MAX) }, () => {
    const plain = place(account, random, randomUUID(), termsBehind(choose))
    return choose === chooseBracketedStep ? bracketed(plain) : plain
  })

/** Sends orders of one account together, and again those of unknown outcome, until each outcome is definite. */
export async function carryOutTogether(
  options: BotOptions,
  invocations: readonly Invocation[],
): Promise<ReadonlyMap<Invocation, Attempt>> {
  const last = new Map<Invocation, Attempt>()
  const startedAt = Date.now()
  for (let open = invocations; open.length > 0; open = open.filter((each) => !isDefinite(last.get(each)))) {
    if (last.size > 0) {
      if (Date.now() - startedAt > DEFINITE_WITHIN_MS) break
      await sleep(RETRY_PAUSE_MS)
    }
    const attempts = await sendTogether(options, open, options.random.pick(options.replicas))
    for (const [index, attempt] of attempts.entries()) {
      options.history.append(attempt)
      const invocation = open[index]
      if (invocation !== undefined) last.set(invocation, attempt)
    }
  }
  return last
}

const isDefinite = (attempt: Attempt | undefined): boolean => attempt?.type === 'ok' || attempt?.type === 'fail'

/** An attempt at each of them. */
async function sendTogether(
  { key }: BotOptions,
  invocations: readonly Invocation[],
  replica: Replica,
): Promise<readonly Attempt[]> {
  const line = ({ op }: Invocation, outcome: Pick<Attempt, 'type' | 'status' | 'text'>): Attempt => ({
    op,
    atMs: Date.now(),
    replica: replica.name,
    ...outcome,
  })
  const orders = invocations.map(({ body }) => ({ ...body, account_id: undefined }))
  const body = { account_id: invocations[0]?.accountId, orders }
  try {
    const { status, text } = await replica.send({ method: 'POST', path: PATH, headers: key.headers, body })
    if (status !== 200)
      return invocations.map((each) => line(each, { type: outcomeOfResponse(status, text), status, text }))
    const { results } = JSON.parse(text) as { results: readonly { status: number; body: unknown }[] }
    return invocations.map((each, index) => {
      const result = results[index]
      if (result === undefined) throw new Error(`a batch of ${invocations.length} has ${results.length} results`)
      // All decimals are text, so that what was parsed is written as it came.
      const own = JSON.stringify(result.body)
      return line(each, { type: outcomeOfResponse(result.status, own), status: result.status, text: own })
    })
  } catch (error) {
    const type = wasRefused(error) ? 'unsent' : 'info'
    return invocations.map((each) => line(each, { type, status: null, text: String(error) }))
  }
}
