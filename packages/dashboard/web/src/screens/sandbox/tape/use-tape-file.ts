import { TapeError, type RecordedPrice } from '@ats/sdk/tape'
import { useEffect, useRef, useState } from 'react'
import { text } from '../../../text/en/tape.js'
import { readTapeFile, TapeFileError } from './read-file.js'

export interface TapeFile {
  /** The last file that could be read. */
  readonly loaded: { readonly name: string; readonly prices: readonly RecordedPrice[] } | null
  /** The share that is read, while one is. */
  readonly share: number | null
  readonly problem: string | null
  readonly open: (file: File) => Promise<void>
}

/** A tape from a file. One that is refused leaves the one before as it was. */
export function useTapeFile(symbol: string, instruments: readonly { readonly symbol: string }[]): TapeFile {
  const [loaded, setLoaded] = useState<TapeFile['loaded']>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])
  const open = async (file: File): Promise<void> => {
    reading.current?.abort()
    const own = new AbortController()
    reading.current = own
    setProblem(null)
    setShare(0)
    try {
      const read = (only?: string) => readTapeFile(file, { symbol: only, onProgress: setShare, signal: own.signal })
      const prices = namedAlike(
        await read().catch((error: unknown) => {
          if (error instanceof TapeError && error.kind === 'symbol') return read(symbol)
          throw error
        }),
        instruments.map((instrument) => instrument.symbol),
      )
      if (!own.signal.aborted) setLoaded({ name: file.name, prices })
    } catch (error) {
      if (!own.signal.aborted) setProblem(problemOf(error))
    } finally {
      if (reading.current === own) setShare(null)
    }
  }
  return { loaded, share, problem, open }
}

/** The prices with the symbols as the service writes them. @throws TapeError for one that it does not have */
function namedAlike(prices: readonly RecordedPrice[], symbols: readonly string[]): readonly RecordedPrice[] {
  const known = new Map(symbols.map((symbol) => [symbol.toUpperCase(), symbol]))
  return prices.map((price) => {
    const symbol = known.get(price.symbol.toUpperCase())
    if (symbol === undefined) throw new TapeError(text.unknownSymbol(price.symbol))
    return symbol === price.symbol ? price : { ...price, symbol }
  })
}

function problemOf(error: unknown): string {
  if (error instanceof TapeFileError) return text.problems[error.problem]
  return error instanceof Error ? error.message : text.problems.unreadable
}
