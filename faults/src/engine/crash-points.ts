/**
 * Kills this process at a named point of an order's way. The points of all orders are around the database client's
 * `query` and the answer's `end`, without the product knowing of it; those of sending live orders it names itself.
 */
import { ServerResponse } from 'node:http'
import pg from 'pg'

export const CRASH_POINTS = ['before-write', 'write-sent', 'write-answered', 'before-reply', 'after-reply'] as const

/** Between every two steps of the sending of a live order, and of those who follow the chain. */
export const SENDER_POINTS = [
  ...['before plan', 'after plan', 'before simulate', 'after simulate', 'before sign', 'before store', 'after sign'],
  ...[
    'before report',
    'after report',
    'before send',
    'before mark_sent',
    'after send',
    'before settle',
    'after settle',
  ],
  ...['before report_reverted', 'after report_reverted', 'before record_order', 'before book', 'after book'],
  ...['before record_end', 'before move_cursor'],
] as const

export type SenderPoint = (typeof SENDER_POINTS)[number]
export type CrashPoint = (typeof CRASH_POINTS)[number] | SenderPoint

/** `before-write:3`: at the third passage of the point. */
export function parseCrashAt(text: string): { readonly point: CrashPoint; readonly passage: number } {
  const [name, passage] = text.split(':')
  const points = [...CRASH_POINTS, ...SENDER_POINTS]
  const point = points.find((each) => each === name)
  if (point === undefined || !(Number(passage) >= 1)) {
    throw new Error(`CRASH_AT is ${text}; it should be one of ${points.join(', ')}, a colon and a number from 1`)
  }
  return { point, passage: Number(passage) }
}

/** Returns what the sender is to call with each point that it reaches. */
export function armCrashPoint(text: string): (reached: string) => void {
  const { point, passage } = parseCrashAt(text)
  let left = passage
  const pass = (): void => {
    left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
  }
  if (point === 'before-reply' || point === 'after-reply') wrapReplies(point, pass)
  else if (isOf(CRASH_POINTS, point)) wrapWrites(point, pass)
  return (reached) => {
    if (reached === point) pass()
  }
}

const isOf = <T>(points: readonly T[], point: unknown): point is T => points.some((each) => each === point)

type Method<This> = (this: This, ...args: unknown[]) => unknown

interface DatabaseClient {
  readonly connection?: { readonly stream?: { write(bytes: string, done: () => void): unknown } }
}

function wrapWrites(point: CrashPoint, pass: () => void): void {
  const prototype = pg.Client.prototype as unknown as { query: Method<DatabaseClient> }
  const { query } = prototype
  prototype.query = function (this: DatabaseClient, ...args) {
    if (!isWrite(args[0])) return query.apply(this, args)
    if (point === 'before-write') pass()
    const result = query.apply(this, point === 'write-answered' ? args.map(passingFirst(pass)) : args)
    // What is written after the statement's bytes is done when they are with the operating system.
    if (point === 'write-sent') this.connection?.stream?.write('', pass)
    if (point !== 'write-answered' || !(result instanceof Promise)) return result
    return result.then((answer: unknown) => {
      pass()
      return answer
    })
  }
}

/** A callback that passes the point before it is called. */
const passingFirst =
  (pass: () => void) =>
  (argument: unknown): unknown => {
    if (typeof argument !== 'function') return argument
    return (...results: unknown[]): unknown => {
      if (results[0] === null || results[0] === undefined) pass()
      return Reflect.apply(argument, undefined, results)
    }
  }

const isWrite = (query: unknown): boolean =>
  typeof query === 'object' &&
  query !== null &&
  'name' in query &&
  typeof query.name === 'string' &&
  query.name.startsWith('write')

function wrapReplies(point: CrashPoint, pass: () => void): void {
  const prototype = ServerResponse.prototype as unknown as { end: Method<ServerResponse> }
  const { end } = prototype
  prototype.end = function (this: ServerResponse, ...args) {
    const isDecision = this.req.method === 'POST' && this.statusCode === 200
    if (isDecision && point === 'before-reply') pass()
    if (isDecision && point === 'after-reply') this.once('finish', pass)
    return end.apply(this, args)
  }
}
