/**
 * The append-only record of requests and responses, one JSON line each, written as they happen. The checker knows the
 * bots by nothing else.
 */
import { createWriteStream } from 'node:fs'

export type Action = 'place' | 'close' | 'cancel'

/** Something a bot sets out to do; the attempts at it follow. */
export interface Invocation {
  readonly type: 'invoke'
  readonly op: number
  readonly bot: number
  readonly atMs: number
  readonly action: Action
  readonly userId: string
  readonly accountId: string
  readonly clientId: string | null
  /** The mark by which the order of this request is found in the database; null for a cancel. */
  readonly mark: string | null
  readonly path: string
  /** Null: none is sent. */
  readonly body: Readonly<Record<string, unknown>> | null
}

/**
 * ok: 200. fail: refused for good, neither this attempt nor one before it was executed. unsent: the connection was
 * refused or the attempt turned away (429), which says nothing of those before it. info: unknown (no answer, or
 * 500, or the first attempt is still being decided).
 */
export interface Attempt {
  readonly type: 'ok' | 'fail' | 'unsent' | 'info'
  readonly op: number
  readonly atMs: number
  readonly replica: string
  readonly status: number | null
  /** The body of the answer, or what went wrong. */
  readonly text: string
}

/** GET of an acknowledged order. */
export interface Read {
  readonly type: 'read'
  readonly op: number
  readonly atMs: number
  readonly replica: string
  readonly orderId: string
  readonly status: number | null
  readonly text: string
}

export type HistoryLine = Invocation | Attempt | Read

export interface History {
  /** Numbers the operation. */
  invoke(invocation: Omit<Invocation, 'type' | 'op' | 'atMs'>): Invocation
  append(line: Attempt | Read): void
  readonly lines: readonly HistoryLine[]
  close(): Promise<void>
}

export function openHistory(file: string): History {
  const stream = createWriteStream(file, { flags: 'a' })
  const lines: HistoryLine[] = []
  const keep = (line: HistoryLine): void => {
    lines.push(line)
    stream.write(`${JSON.stringify(line)}\n`)
  }
  let operations = 0
  return {
    lines,
    invoke(fields) {
      const invocation: Invocation = { type: 'invoke', op: ++operations, atMs: Date.now(), ...fields }
      keep(invocation)
      return invocation
    },
    append: keep,
    close: () => new Promise((resolve) => stream.end(resolve)),
  }
}
