import { parseJsonExactly } from '../parse-json.js'
import { isRow, type Row } from '../row.js'
import { connect, type Connection, type ConnectionOptions, type StreamAnswer } from './connection.js'
import type { Frame } from './frames.js'

type AccountOptions = Pick<ConnectionOptions, 'refusal' | 'isFinal' | 'giveUpMs'> & {
  readonly open: (
    params: Record<string, unknown>,
    resume: Record<string, string>,
    signal: AbortSignal,
  ) => Promise<StreamAnswer>
  /** Called for every name that is followed. */
  readonly onRow: (name: string, event: string, row: Row) => void
  readonly onEnd: (name: string, error: Error) => void
}

export interface AccountStream {
  /** Opens the stream unless it is open; after one that was given up it goes on behind the last event it had. */
  readonly follow: (name: string, params: Row) => void
  readonly unfollow: (name: string) => void
  readonly close: () => void
}

/** The stream of an account, shared by all names that follow it. No event is missed where it was cut. */
export function createAccountStream(options: AccountOptions): AccountStream {
  const names = new Set<string>()
  let connection: Connection | undefined
  let lastSequence: string | undefined

  function onFrame({ event, data }: Frame): void {
    const row = parseJsonExactly(data)
    if (isRow(row)) for (const name of names) options.onRow(name, event, row)
  }

  function onEnd(error: Error): void {
    lastSequence = connection?.lastEventId() ?? lastSequence
    connection = undefined
    for (const name of names) options.onEnd(name, error)
  }

  function close(): void {
    connection?.close()
    connection = undefined
  }

  function open(params: Row): Connection {
    const { refusal, isFinal, giveUpMs } = options
    return connect({
      ...{ refusal, isFinal, giveUpMs, onFrame, onEnd },
      open: (lastEventId, signal) => {
        const resume: Record<string, string> = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }
        return options.open({ ...params }, resume, signal)
      },
      lastEventId: lastSequence,
      needsId: true,
    })
  }

  return {
    follow(name, params) {
      names.add(name)
      connection ??= open(params)
    },
    unfollow(name) {
      if (!names.delete(name) || names.size > 0) return
      close()
      lastSequence = undefined
    },
    close,
  }
}
