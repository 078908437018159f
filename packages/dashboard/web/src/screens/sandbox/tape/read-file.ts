import { readTapeInSteps, TapeError, type RecordedPrice, type TapeSource } from '@ats/sdk/tape'

/** Bytes of a file that a page reads without becoming slow. */
export const FILE_MAX = 16_000_000

/** A file that cannot be read as text at all. */
export class TapeFileError extends Error {
  constructor(readonly problem: 'large' | 'binary' | 'unreadable') {
    super(problem)
    this.name = 'TapeFileError'
  }
}

interface ReadTerms extends Pick<TapeSource, 'symbol'> {
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Reads a tape a part at a time: between them the page goes on.
 * @throws TapeFileError, TapeError; the reason of the signal
 */
export async function readTapeFile(
  file: Pick<File, 'name' | 'size' | 'text'>,
  { symbol, onProgress, signal }: ReadTerms,
): Promise<readonly RecordedPrice[]> {
  if (file.size > FILE_MAX) throw new TapeFileError('large')
  const text = await file.text().catch(() => {
    throw new TapeFileError('unreadable')
  })
  if (text.includes('\0')) throw new TapeFileError('binary')
  const reading = readTapeInSteps(text, { name: file.name, symbol })
  for (;;) {
    signal.throwIfAborted()
    const step = reading.next()
    if (step.done === true) {
      if (step.value.length === 0) throw new TapeError(`${file.name} has no prices`)
      return step.value
    }
    onProgress(step.value)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
