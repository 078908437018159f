/** Reads streams of accounts in a process of its own, as told over the channel; ends with the one that started it. */
import { Agent, request, type ClientRequest } from 'node:http'
import { createLatencyHistogram } from '../load/latency-histogram.js'
import { accountId, apiKey, apiSecret, ownerOf } from '../seed/identities.js'
import type { OpenStreams, ReaderAnswer, ReaderRequest, StreamsRead } from './messages.js'

const answer = (message: ReaderAnswer): void => void process.send?.(message)

/** The frames of the streams that are open, counted. */
interface Reading {
  readonly requests: ClientRequest[]
  readonly histogram: ReturnType<typeof createLatencyHistogram>
  frames: number
  bytes: number
  gaps: number
  ended: number
}

let reading: Reading | undefined

/** Resolves with the first bytes. */
function openStream(into: Reading, { port, users }: OpenStreams, account: number): Promise<void> {
  const user = ownerOf(account, users)
  const headers = { 'x-api-key': apiKey(user), 'x-api-secret': apiSecret(user) }
  const path = `/v1/account/${accountId(account)}/stream`
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: '127.0.0.1', path, headers, agent: new Agent() }, (incoming) => {
      if (incoming.statusCode !== 200) return reject(new Error(`a stream was answered ${incoming.statusCode}`))
      let [rest, last] = ['', 0]
      incoming.setEncoding('utf8')
      incoming.on('data', (text: string) => {
        resolve()
        into.bytes += text.length
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) last = record(into, block, last)
      })
      incoming.on('end', () => (into.ended += 1))
      incoming.on('error', () => undefined)
    })
    outgoing.on('error', reject)
    outgoing.end()
    into.requests.push(outgoing)
  })
}

/** @returns the sequence that the reader would resume by */
function record(into: Reading, block: string, last: number): number {
  if (!block.startsWith('id: ')) return last
  const sequence = Number.parseInt(block.slice(4), 10)
  // Where the stream begins.
  if (!block.includes('\n')) return sequence
  const at = /"created_at":"([^"]+)"/.exec(block)?.[1] ?? ''
  into.histogram.record(Math.max(0, (performance.timeOrigin + performance.now() - microsecondsOf(at)) * 1_000))
  into.frames += 1
  if (last > 0 && sequence !== last + 1) into.gaps += 1
  return sequence
}

/** Unix ms, with the microseconds that `Date.parse` drops. */
const microsecondsOf = (text: string): number =>
  Date.parse(text) + Number(text.slice(23, 26).replace(/\D/g, '') || 0) / 1_000

async function open(requested: OpenStreams): Promise<void> {
  const begun: Reading = { requests: [], histogram: createLatencyHistogram(), frames: 0, bytes: 0, gaps: 0, ended: 0 }
  reading = begun
  await Promise.all(requested.accounts.map((account) => openStream(begun, requested, account)))
  answer({ type: 'opened' })
}

function close(): void {
  const { requests = [], frames = 0, bytes = 0, gaps = 0, ended = 0, histogram } = reading ?? {}
  for (const outgoing of requests) outgoing.destroy()
  reading = undefined
  const lag = (histogram ?? createLatencyHistogram()).summary()
  const read: StreamsRead = { frames, bytes, gaps, ended, lag }
  answer({ type: 'read', read })
}

process.on('disconnect', () => process.exit())
process.on('message', (message: ReaderRequest) => {
  if (message.type === 'close') return close()
  open(message).catch((error: unknown) =>
    answer({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})
answer({ type: 'ready' })
