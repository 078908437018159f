/**
 * The framing of the Postgres wire protocol: cuts a stream of bytes into messages, whatever the chunks they come in.
 */

export interface PostgresMessage {
  /** One letter, empty for the untyped messages a connection begins with. */
  readonly type: string
  readonly payload: Buffer
}

/** SSLRequest, GSSENCRequest, CancelRequest: after them the connection is still at its beginning. */
const PRELUDE_CODES = [80877102, 80877103, 80877104]

/** Takes the next chunk and gives the messages it completes. */
export type MessageReader = (chunk: Buffer) => readonly PostgresMessage[]

/** Reads what the server sends: every message has a type. Plain-text connections only. */
export const readServerMessages = (): MessageReader => createReader(() => true)

/** Reads what a client sends: the first message has no type. */
export function readClientMessages(): MessageReader {
  let isTyped = false
  return createReader(
    () => isTyped,
    ({ payload }) => {
      if (!isTyped) isTyped = !PRELUDE_CODES.includes(payload.readInt32BE(0))
    },
  )
}

function createReader(isTyped: () => boolean, onMessage: (message: PostgresMessage) => void = () => undefined) {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk: Buffer): readonly PostgresMessage[] => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const messages: PostgresMessage[] = []
    for (;;) {
      const typeBytes = isTyped() ? 1 : 0
      if (rest.length < typeBytes + 4) return messages
      const end = typeBytes + rest.readInt32BE(typeBytes)
      if (rest.length < end) return messages
      const message = { type: rest.toString('latin1', 0, typeBytes), payload: rest.subarray(typeBytes + 4, end) }
      rest = rest.subarray(end)
      onMessage(message)
      messages.push(message)
    }
  }
}

/** The statement a Bind message is about: after the portal's name, each ended by a zero byte. */
export function boundStatement(payload: Buffer): string {
  const portalEnd = payload.indexOf(0)
  return payload.toString('utf8', portalEnd + 1, payload.indexOf(0, portalEnd + 1))
}
