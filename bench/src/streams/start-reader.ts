import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { OpenStreams, ReaderAnswer, ReaderRequest, StreamsRead } from './messages.js'

export interface StreamReader {
  /** Resolves once each has said something. */
  open(streams: Omit<OpenStreams, 'type'>): Promise<void>
  close(): Promise<StreamsRead>
  stop(): void
}

export async function startStreamReader(): Promise<StreamReader> {
  const child = fork(join(__dirname, 'reader-process.js'), { execArgv: [] })
  let onAnswer: (answer: ReaderAnswer) => void = () => undefined
  child.on('message', (answer: ReaderAnswer) => onAnswer(answer))
  child.on('exit', () => onAnswer({ type: 'failed', message: 'it ended' }))
  const answerOf = (message?: ReaderRequest): Promise<ReaderAnswer> =>
    new Promise((resolve, reject) => {
      onAnswer = (answer) =>
        answer.type === 'failed'
          ? reject(new Error(`the reader of streams failed: ${answer.message}`))
          : resolve(answer)
      if (message !== undefined) child.send(message)
    })
  await answerOf()
  return {
    open: async (streams) => void (await answerOf({ type: 'open', ...streams })),
    async close() {
      const answer = await answerOf({ type: 'close' })
      if (answer.type === 'read') return answer.read
      throw new Error(`the reader of streams answered ${answer.type}`)
    },
    stop() {
      if (child.connected) child.disconnect()
    },
  }
}
