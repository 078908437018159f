/** Documents as PDF, drawn by a thread of its own. */
import { join } from 'node:path'
import { createWorkThread, type WorkThreadOptions } from '@ats/service-kit/async'
import type { DocumentToDraw } from '../wire/statement/statement-document.js'

export type DrawPdf = (document: DocumentToDraw) => Promise<Buffer>

export type DrawingOptions = Pick<WorkThreadOptions, 'waitingMax' | 'timeoutMs' | 'idleMs' | 'failed'>

/** Run from the sources, as tests do, it is the compiled one, too. */
const THREAD = join(__dirname, '..', '..', 'dist', 'pdf', 'drawing-thread.js')

export function createDrawing(options: DrawingOptions): {
  readonly draw: DrawPdf
  readonly close: () => Promise<void>
} {
  const thread = createWorkThread<DocumentToDraw, Uint8Array>({
    ...options,
    ...{ file: THREAD, heapMb: 256, noun: 'document', done: 'drawn' },
  })
  return { draw: async (document) => Buffer.from(await thread.run(document)), close: thread.close }
}
