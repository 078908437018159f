import type { DocumentToDraw } from '../wire/statement/statement-document.js'
import { createDrawing, type DrawingOptions } from './drawing.js'

const DOCUMENT: DocumentToDraw = { title: 'One', subtitle: '', dated: 0, sections: [] }
const OPTIONS: DrawingOptions = {
  ...{ waitingMax: 2, timeoutMs: 60_000, idleMs: 60_000 },
  failed: (message) => new Error(message),
}
/** A title that cannot be drawn. */
const BROKEN = { ...DOCUMENT, title: null } as unknown as DocumentToDraw

const begun = (bytes: Buffer): string => bytes.subarray(0, 5).toString()

test('documents are drawn by another thread, those that wait are few, and one that fails leaves the others', async () => {
  const drawing = createDrawing(OPTIONS)
  try {
    const [broken, first] = [drawing.draw(BROKEN), drawing.draw(DOCUMENT)]
    await expect(drawing.draw(DOCUMENT)).rejects.toThrow('2 documents are waiting to be drawn')
    await expect(broken).rejects.toThrow('could not be drawn')
    expect(begun(await first)).toBe('%PDF-')
    expect(await drawing.draw(DOCUMENT)).toEqual(await first)
  } finally {
    await drawing.close()
  }
})

test('what takes too long fails, and the next one has a thread of its own', async () => {
  const hasty = createDrawing({ ...OPTIONS, timeoutMs: 1 })
  await expect(hasty.draw(DOCUMENT)).rejects.toThrow('was not drawn within 1 ms')
  await expect(hasty.draw(DOCUMENT)).rejects.toThrow('was not drawn within 1 ms')
  await hasty.close()
})

test('a thread that nothing was drawn by for a while is replaced, and what waits at the end fails', async () => {
  const drawing = createDrawing({ ...OPTIONS, idleMs: 0 })
  const first = await drawing.draw(DOCUMENT)
  await new Promise((resolve) => setImmediate(resolve))
  expect(await drawing.draw(DOCUMENT)).toEqual(first)
  const waiting = drawing.draw(DOCUMENT)
  const refused = expect(waiting).rejects.toThrow('the service is stopping')
  await drawing.close()
  await refused
})
