/**
 * Documents as PDF, drawn by a thread of its own that is started with the first of them and ends when nothing has been
 * drawn for a while. One that takes too long, or has more before it than may wait, fails; the thread is then replaced.
 */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DocumentToDraw } from '../wire/statement/statement-document.js'
import type { DrawingResult, DrawingTask } from './drawing-thread.js'

export type DrawPdf = (document: DocumentToDraw) => Promise<Buffer>

export interface DrawingOptions {
  readonly waitingMax: number
  readonly timeoutMs: number
  /** Without a document for so long the thread ends. */
  readonly idleMs: number
  /** Makes the error of a document that could not be drawn. */
  readonly failed: (message: string) => Error
}

/** Run from the sources, as tests do, it is the compiled one, too. */
const THREAD = join(__dirname, '..', '..', 'dist', 'pdf', 'drawing-thread.js')
const HEAP_MB = 256

interface Waiting {
  readonly resolve: (bytes: Buffer) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

export function createDrawing({ waitingMax, timeoutMs, idleMs, failed }: DrawingOptions): {
  readonly draw: DrawPdf
  readonly close: () => Promise<void>
} {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  const stop = async (reason: string): Promise<void> => {
    const stopped = thread
    thread = undefined
    clearTimeout(idle)
    const left = [...waiting.values()]
    waiting.clear()
    for (const { reject, timer } of left) {
      clearTimeout(timer)
      reject(failed(reason))
    }
    stopped?.removeAllListeners()
    await stopped?.terminate()
  }

  function settle(result: DrawingResult): void {
    const found = waiting.get(result.id)
    if (found === undefined) return
    waiting.delete(result.id)
    clearTimeout(found.timer)
    if ('bytes' in result) found.resolve(Buffer.from(result.bytes))
    else found.reject(failed(`the document could not be drawn: ${result.error}`))
    if (waiting.size === 0) idle = setTimeout(() => void stop('nothing was drawn'), idleMs).unref()
  }

  function start(): Worker {
    const fresh = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } })
    fresh.unref()
    fresh.on('message', settle)
    fresh.once('error', (error) => void stop(`the thread that draws documents failed: ${error.message}`))
    fresh.once('exit', () => void stop('the thread that draws documents has ended'))
    return fresh
  }

  return {
    draw: (document) => {
      if (waiting.size >= waitingMax) return Promise.reject(failed(`${waiting.size} documents are waiting to be drawn`))
      clearTimeout(idle)
      thread ??= start()
      const task: DrawingTask = { id: (lastId += 1), document }
      return new Promise((resolve, reject) => {
        const late = (): void => void stop(`a document was not drawn within ${timeoutMs} ms`)
        waiting.set(task.id, { resolve, reject, timer: setTimeout(late, timeoutMs) })
        thread?.postMessage(task)
      })
    },
    close: () => stop('the service is stopping'),
  }
}
