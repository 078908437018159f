/** The thread that draws documents, one at a time: drawing one takes longer than a request may hold the event loop. */
import { parentPort, type MessagePort } from 'node:worker_threads'
import type { DocumentToDraw } from '../wire/statement/statement-document.js'
import { drawDocument } from './draw-document.js'
import { createFonts } from './fonts.js'

export interface DrawingTask {
  readonly id: number
  readonly document: DocumentToDraw
}

export type DrawingResult =
  { readonly id: number; readonly bytes: Uint8Array } | { readonly id: number; readonly error: string }

function answerTasks(port: MessagePort): void {
  const load = createFonts()
  let last: Promise<void> = Promise.resolve()
  async function answer({ id, document }: DrawingTask): Promise<void> {
    const send = (result: DrawingResult): void => port.postMessage(result)
    try {
      send({ id, bytes: await drawDocument(document, load) })
    } catch (error) {
      send({ id, error: error instanceof Error ? error.message : String(error) })
    }
  }
  port.on('message', (task: DrawingTask) => {
    last = last.then(() => answer(task))
  })
}

if (parentPort !== null) answerTasks(parentPort)
