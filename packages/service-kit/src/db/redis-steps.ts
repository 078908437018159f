/**
 * Sends the steps that requests ask for in one turn of the event loop to Redis as one script, in one write: a command
 * costs client and server more than its work. A step is atomic, and one that fails does not keep the others from being
 * done.
 */
import { createHash } from 'node:crypto'
import { sendText } from '../unsafe/ioredis.js'
import { isAnswering, type Redis } from './redis.js'

/** Rejects when Redis does not run it, or does not answer in time. The step defines what its arguments mean. */
export type Step<Reply> = (key: string, first: string | number, second?: string | number) => Promise<Reply>

/** Redis does nothing else while a script runs: this many take it well under a millisecond. */
const STEPS_MAX = 256

interface Waiting {
  readonly resolve: (reply: unknown) => void
  readonly reject: (error: unknown) => void
}

interface Turn {
  readonly define: (name: string, lua: string) => void
  readonly load: () => Promise<unknown>
  readonly add: (name: string, key: string, first: string | number, second: string | number) => Promise<unknown>
}

/** By connection. */
const turns = new WeakMap<Redis, Turn>()

/** `lua`: a function of a key and at most two texts that returns one value. The same name means the same function. */
export function createStep<Reply>(redis: Redis, name: string, lua: string): Step<Reply> {
  const turn = turns.get(redis) ?? createTurn(redis)
  turns.set(redis, turn)
  turn.define(name, lua)
  return (key, first, second = '') => turn.add(name, key, first, second) as Promise<Reply>
}

/** Loads the script of the connection's steps into Redis, once it answers. Runs none of them. */
export async function loadSteps(redis: Redis): Promise<void> {
  if (!isAnswering(redis)) await new Promise((resolve) => redis.once('ready', resolve))
  await turns.get(redis)?.load()
}

const scriptOf = (functions: ReadonlyMap<string, string>): string => `
  local steps = {${[...functions].map(([name, lua]) => `${name} = ${lua}`).join(', ')}}
  local replies = {}
  for at, key in ipairs(KEYS) do
    local isDone, reply = pcall(steps[ARGV[3 * at - 2]], key, ARGV[3 * at - 1], ARGV[3 * at])
    if not isDone and type(reply) == 'string' then reply = { err = reply } end
    replies[at] = reply
  end
  return replies`

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

function createTurn(redis: Redis): Turn {
  const functions = new Map<string, string>()
  let script = { text: '', sha: '' }
  /** The steps to come, as they are written to Redis. */
  let [keys, texts] = ['', '']
  let waiting: Waiting[] = []

  /** A Redis that has started again says that it does not know the script: then nothing has been done yet. */
  async function run(steps: string, count: number): Promise<unknown> {
    const { text, sha } = script
    const send = (name: string, body: string): unknown =>
      sendText(redis, `*${3 + 4 * count}\r\n${bulk(name)}${bulk(body)}${bulk(String(count))}${steps}`)
    try {
      return await send('EVALSHA', sha)
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return send('EVAL', text)
      throw error
    }
  }

  function send(): void {
    if (waiting.length === 0) return
    const askers = waiting
    const fail = (error: unknown): void => askers.forEach(({ reject }) => reject(error))
    run(keys + texts, askers.length).then((replies) => {
      if (!Array.isArray(replies) || replies.length !== askers.length)
        return fail(new Error('not a reply to each step'))
      for (const [at, { resolve, reject }] of askers.entries()) {
        const reply: unknown = replies[at]
        if (reply instanceof Error) reject(reply)
        else resolve(reply)
      }
    }, fail)
    ;[keys, texts, waiting] = ['', '', []]
  }

  return {
    define(name, lua) {
      functions.set(name, lua)
      const text = scriptOf(functions)
      script = { text, sha: createHash('sha1').update(text).digest('hex') }
    },
    load: () => redis.script('LOAD', script.text),
    add(name, key, first, second) {
      if (!isAnswering(redis)) return Promise.reject(new Error('Redis does not answer'))
      if (waiting.length === 0) setImmediate(send)
      keys += bulk(key)
      texts += bulk(name) + bulk(String(first)) + bulk(String(second))
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        if (waiting.length === STEPS_MAX) send()
      })
    },
  }
}
