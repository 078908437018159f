import { readFileSync } from 'node:fs'
import { readTape, TapeError, type RecordedPrice } from '@ats/sdk/tape'
import { Failure } from '../failure.js'

/**
 * The prices of a tape in a file.
 * @throws Failure usage, saying which line is wrong
 */
export function readRecording(path: string, symbol: string | undefined): readonly RecordedPrice[] {
  const text = readText(path)
  try {
    return readTape(text, { name: path, symbol })
  } catch (error) {
    if (!(error instanceof TapeError)) throw error
    throw new Failure('usage', error.kind === 'symbol' ? `${error.message}: name one with --symbol` : error.message)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure('usage', `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
