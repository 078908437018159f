/** A reader that comes back whenever its stream ends, with the id of the last frame it has seen, and keeps them all. */
import { openStream, type StreamClient } from './read-stream.js'

export interface ResumingReader {
  readonly sequences: readonly number[]
  /** Connections that it had a stream on. */
  readonly connections: () => number
  freeze(): void
  thaw(): void
  stop(): void
}

const BACK_MS = 100

export function startResumingReader(
  baseUrl: string,
  accountId: string,
  headers: Readonly<Record<string, string>>,
): ResumingReader {
  const sequences: number[] = []
  const state = { isStopped: false, isFrozen: false, connections: 0 }
  let current: StreamClient | undefined

  async function readOnce(): Promise<void> {
    const resumed = { ...headers, 'last-event-id': String(sequences.at(-1) ?? 0) }
    const client = await openStream(baseUrl, `/v1/account/${accountId}/stream`, { headers: resumed })
    if (client.status !== 200) return client.close()
    state.connections += 1
    current = client
    if (state.isFrozen) client.pause()
    await client.whenEnded((frame) => {
      if (frame.id !== undefined) sequences.push(Number(frame.id))
    })
  }
  async function readOn(): Promise<void> {
    while (!state.isStopped) {
      await readOnce().catch(() => undefined) // the engine is gone, and will be back
      await new Promise((resolve) => setTimeout(resolve, BACK_MS))
    }
  }
  void readOn()

  return {
    sequences,
    connections: () => state.connections,
    freeze() {
      state.isFrozen = true
      current?.pause()
    },
    thaw() {
      state.isFrozen = false
      current?.resume()
    },
    stop() {
      state.isStopped = true
      current?.close()
    },
  }
}
