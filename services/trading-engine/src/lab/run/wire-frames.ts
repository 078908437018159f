/** The little of the protocol between Postgres and its driver that has to be known to stand between them. */

/** `startup`: the first message of a connection; `ask`: messages up to one that is answered; `end`: the last one. */
export type FrameKind = 'startup' | 'ask' | 'end'

/** A type of one byte, and four bytes of length that count themselves. */
const HEAD = 5
const QUERY = 0x51
const SYNC = 0x53
const FLUSH = 0x48
const TERMINATE = 0x58
const READY = 0x5a

/**
 * Collects bytes until they are something to act on: messages up to a query, a sync or a flush go together, as an error
 * passes over the rest of them.
 */
export function createFrames<T>(act: (kind: FrameKind, message: Buffer) => T): (bytes: Buffer) => readonly T[] {
  let held: Buffer = Buffer.alloc(0)
  let isStarted = false

  /** The length of the messages at hand that are to be acted on together; 0: more have to come. */
  const lengthOf = (): readonly [number, FrameKind] => {
    if (!isStarted) {
      const isWhole = held.length >= 4 && held.length >= held.readUInt32BE(0)
      return [isWhole ? held.readUInt32BE(0) : 0, 'startup']
    }
    let at = 0
    while (held.length >= at + HEAD) {
      const next = at + 1 + held.readUInt32BE(at + 1)
      if (held.length < next) break
      const type = held[at]
      if (type === TERMINATE) return [next, 'end']
      if (type === QUERY || type === SYNC || type === FLUSH) return [next, 'ask']
      at = next
    }
    return [0, 'ask']
  }

  return (bytes) => {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    const answers: T[] = []
    for (let [length, kind] = lengthOf(); length > 0; [length, kind] = lengthOf()) {
      const message = held.subarray(0, length)
      held = held.subarray(length)
      isStarted = true
      answers.push(act(kind, message))
    }
    return answers
  }
}

export function simpleQuery(text: string): Buffer {
  const message = Buffer.alloc(HEAD + Buffer.byteLength(text) + 1)
  message[0] = QUERY
  message.writeUInt32BE(message.length - 1, 1)
  message.write(text, HEAD)
  return message
}

/** Says what the answer tells of the transaction: I: none; T: one; E: one that failed. Null: it ends in between. */
export function lastStatusOf(answer: Buffer): string | null {
  const at = answer.length - HEAD - 1
  return answer[at] === READY ? String.fromCharCode(answer[answer.length - 1] ?? 0) : null
}

/** Nobody is asked for a password, and there is no transaction. */
export const STARTED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, READY, 0, 0, 0, 5, 0x49])
