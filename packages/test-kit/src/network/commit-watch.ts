/**
 * Watches one Postgres connection for answers that tell of a commit: those to a `commit`, and those to a prepared
 * statement of the given kind that was a transaction of its own. An answer that did not end its transaction, or that
 * tells of an error, is none.
 */
import { boundStatement, readClientMessages, readServerMessages, type PostgresMessage } from './postgres-messages.js'

export interface CommitWatch {
  /** Takes what the client sends, as it passes. */
  request(chunk: Buffer): void
  /** Takes what the server sends, returns the bytes to pass on now; `drop` when the connection is to be lost. */
  answer(chunk: Buffer): Buffer | 'drop'
}

export interface CommitWatchOptions {
  /** Names of prepared statements that write. */
  readonly writes: RegExp
  /** Whether answers are looked at closely now: only then are they held back until they are whole. */
  readonly isArmed: () => boolean
  /** Asked once for each commit while armed; true loses its answer. */
  readonly isToBeDropped: () => boolean
}

interface Exchange {
  readonly isWrite: boolean
}

export function createCommitWatch({ writes, isArmed, isToBeDropped }: CommitWatchOptions): CommitWatch {
  const readRequests = readClientMessages()
  const readAnswers = readServerMessages()
  const exchanges: Exchange[] = []
  let isWrite = false
  let hasFailed = false
  let held: Buffer[] = []

  const noteRequest = ({ type, payload }: PostgresMessage): void => {
    if (type === 'B') isWrite ||= writes.test(boundStatement(payload))
    if (type === 'Q') isWrite ||= /^\s*commit\b/i.test(payload.toString('utf8'))
    if (type !== 'S' && type !== 'Q') return
    exchanges.push({ isWrite })
    isWrite = false
  }

  /** Whether the message ends an exchange that committed. */
  const noteAnswer = ({ type, payload }: PostgresMessage): boolean => {
    if (type === 'E') hasFailed = true
    if (type !== 'Z') return false
    const isCommit = exchanges.shift()?.isWrite === true && !hasFailed && payload.toString('latin1') === 'I'
    hasFailed = false
    return isCommit
  }

  return {
    request(chunk) {
      for (const message of readRequests(chunk)) noteRequest(message)
    },
    answer(chunk) {
      const commits = readAnswers(chunk).filter(noteAnswer)
      if (isArmed() && commits.some(() => isToBeDropped())) return 'drop'
      held.push(chunk)
      if (isArmed() && exchanges[0]?.isWrite === true) return Buffer.alloc(0)
      const whole = held.length === 1 ? chunk : Buffer.concat(held)
      held = []
      return whole
    },
  }
}
