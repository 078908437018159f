import type { Instrument } from '../core/model/market/instrument.js'
import { splitSymbol } from '../core/values/symbol.js'

export interface SearchEntry {
  readonly instrument: Instrument
  /** Further words for it, in capitals. */
  readonly names: readonly string[]
}

export type SymbolSearchResult =
  | { readonly kind: 'found'; readonly instrument: Instrument }
  /** Canonical symbols, sorted. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'none' }

/** Shorter names are too close to each other for a typo to mean one of them. */
const TYPO_LENGTH_MIN = 5
const TICKER_LENGTH_MAX = 64

/**
 * Fuzzy search, most exact first: a spelling of a symbol or alias; a name (base asset, alias, word) without or with its
 * quote; a name one letter off. The first step with a hit decides. `type` chooses among its hits but never excludes
 * all of them. Several instruments left: ambiguous.
 */
export function createSymbolSearch(
  entries: readonly SearchEntry[],
  resolve: (spelling: string) => Instrument | undefined,
): (ticker: string, type?: string) => SymbolSearchResult {
  const named = entries.map(({ instrument, names }) => ({
    instrument,
    names: [instrument.base, ...instrument.aliases.map(baseOf), ...names],
  }))

  function hits(ticker: string, matches: (name: string, wanted: string) => boolean): readonly Instrument[] {
    const whole = ticker.toUpperCase().replace(/[-/_ ]/g, '')
    const parts = splitSymbol(ticker)
    return named
      .filter(
        ({ instrument, names }) =>
          names.some((name) => matches(name, whole)) ||
          (parts !== null && parts.quote === instrument.quote && names.some((name) => matches(name, parts.base))),
      )
      .map(({ instrument }) => instrument)
  }

  return (ticker, type) => {
    if (ticker.length > TICKER_LENGTH_MAX) return { kind: 'none' }
    const exact = resolve(ticker)
    if (exact !== undefined) return { kind: 'found', instrument: exact }
    const same = hits(ticker, (name, wanted) => name === wanted)
    return choose(same.length > 0 ? same : hits(ticker, isOneLetterOff), type)
  }
}

function choose(hits: readonly Instrument[], type: string | undefined): SymbolSearchResult {
  const preferred = hits.filter((instrument) => instrument.assetClass === type?.toLowerCase())
  const chosen = preferred.length > 0 ? preferred : hits
  const [first] = chosen
  if (first === undefined) return { kind: 'none' }
  if (chosen.length === 1) return { kind: 'found', instrument: first }
  return { kind: 'ambiguous', candidates: chosen.map((instrument) => instrument.symbol).sort() }
}

const baseOf = (symbol: string): string => symbol.split('-')[0] ?? symbol

/** One letter wrong, missing, too many, or two neighbours swapped, in a name of five letters or more. */
export function isOneLetterOff(name: string, wanted: string): boolean {
  if (name.length < TYPO_LENGTH_MIN || Math.abs(name.length - wanted.length) > 1 || name === wanted) return false
  let start = 0
  while (start < name.length && name[start] === wanted[start]) start++
  const tail = (text: string, skip: number): string => text.slice(start + skip)
  return (
    tail(name, 1) === tail(wanted, 1) ||
    tail(name, 0) === tail(wanted, 1) ||
    tail(name, 1) === tail(wanted, 0) ||
    (name[start] === wanted[start + 1] && name[start + 1] === wanted[start] && tail(name, 2) === tail(wanted, 2))
  )
}
