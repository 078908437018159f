import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { GeneratorAnswer, Load, LoadResult } from './messages.js'

export interface Generator {
  /** One at a time. */
  run(load: Load): Promise<LoadResult>
  stop(): void
}

export async function startGenerator(): Promise<Generator> {
  const child = fork(join(__dirname, 'generator-process.js'), { execArgv: [] })
  let onAnswer: (answer: GeneratorAnswer) => void = () => undefined
  const answerOf = (ask: () => void): Promise<GeneratorAnswer> =>
    new Promise((resolve) => {
      onAnswer = resolve
      ask()
    })
  child.on('message', (answer: GeneratorAnswer) => onAnswer(answer))
  child.on('exit', () => onAnswer({ type: 'failed', message: 'it ended' }))
  await answerOf(() => undefined)
  return {
    async run(load) {
      const answer = await answerOf(() => child.send(load))
      if (answer.type === 'result') return answer.result
      throw new Error(`the load generator failed: ${answer.type === 'failed' ? answer.message : answer.type}`)
    },
    stop() {
      if (child.connected) child.disconnect()
    },
  }
}
