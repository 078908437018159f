/** Reads a stream of server-sent events as any HTTP client would, and keeps every frame. */
import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { inspect } from 'node:util'

export interface ReadFrame {
  readonly id: string | undefined
  readonly event: string
  /** As sent. */
  readonly text: string
  readonly data: Record<string, unknown>
  /** By `performance.now()`. */
  readonly atMs: number
}

export interface StreamClient {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly frames: readonly ReadFrame[]
  /** All that was sent, as it was. */
  text(): string
  comments(): number
  retries(): readonly number[]
  readonly isEnded: () => boolean
  readonly of: (event: string) => readonly ReadFrame[]
  /** Waits until it is so, and says what there was when it is not in time. */
  until(isWanted: (client: StreamClient) => boolean): Promise<StreamClient>
  /** The sequences of the account's events, waited for until this one is there. */
  sequencesTo(sequence: number): Promise<readonly number[]>
  /** Hands over each frame, which is then not kept, until the stream has ended. */
  whenEnded(onFrame: (frame: ReadFrame) => void): Promise<void>
  pause(): void
  resume(): void
  close(): void
}

const DEADLINE_MS = 120_000

export interface StreamRequest {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly method?: string
}

/** Resolves with the head; an answer that is no stream is read to its end. */
export function openStream(baseUrl: string, path: string, { headers = {}, method }: StreamRequest = {}) {
  return new Promise<StreamClient>((resolve, reject) => {
    const agent = new Agent()
    const outgoing = request(`${baseUrl}${path}`, { headers: headers as never, agent, method: method ?? 'GET' })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => resolve(readFrames(incoming, () => outgoing.destroy())))
    outgoing.end()
  })
}

function readFrames(incoming: IncomingMessage, close: () => void): StreamClient {
  const frames: ReadFrame[] = []
  const pieces: string[] = []
  const retries: number[] = []
  const waiting = new Set<() => void>()
  let [rest, comments, isEnded, lastSequence] = ['', 0, false, -Infinity]
  let onFrame: ((frame: ReadFrame) => void) | undefined
  const notify = (): void => waiting.forEach((look) => look())
  const end = (): void => {
    isEnded = true
    notify()
  }
  incoming.setEncoding('utf8')
  incoming.on('data', (piece: string) => {
    if (onFrame === undefined) pieces.push(piece)
    rest += piece
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      if (fields.has('')) comments += 1
      if (fields.has('retry')) retries.push(Number(fields.get('retry')))
      const [event, text] = [fields.get('event'), fields.get('data') ?? '']
      if (event === undefined) continue
      const data = JSON.parse(text) as Record<string, unknown>
      const frame = { id: fields.get('id'), event, text, data, atMs: performance.now() }
      if (event === 'account') lastSequence = Math.max(lastSequence, Number(frame.id))
      if (onFrame === undefined) frames.push(frame)
      else onFrame(frame)
    }
    notify()
  })
  incoming.on('end', end)
  incoming.on('error', end)
  incoming.on('close', end)
  const client: StreamClient = {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    frames,
    text: () => pieces.join(''),
    comments: () => comments,
    retries: () => retries,
    isEnded: () => isEnded,
    of: (name) => frames.filter(({ event }) => event === name),
    until: (isWanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!isWanted(client)) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(client)
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          const seen = frames.slice(-10).map(({ id, event, text }) => `${id} ${event} ${text.slice(0, 120)}`)
          reject(new Error(`the stream has not come to it; ${isEnded ? 'ended' : 'open'}; last: ${inspect(seen)}`))
        }, DEADLINE_MS)
        waiting.add(look)
        look()
      }),
    async sequencesTo(sequence) {
      await client.until(() => lastSequence >= sequence)
      return client.of('account').map(({ id }) => Number(id))
    },
    whenEnded(take) {
      onFrame = take
      frames.splice(0).forEach(take)
      return new Promise((resolve) => {
        if (isEnded) resolve()
        waiting.add(() => isEnded && resolve())
      })
    },
    pause: () => void incoming.pause(),
    resume: () => void incoming.resume(),
    close,
  }
  return client
}
