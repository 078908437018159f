/**
 * The names of Ostium's pairs. Its interface has shown other names than its prices for some of them since mid-2026; so
 * both are understood, and both are subscribed to. Source: the names of Ostium's documentation of its fees.
 */
import type { Instrument } from '../../../../core/model/market/instrument.js'

const RENAMED_BASES: Readonly<Record<string, string>> = {
  CL: 'WTI',
  HG: 'XCU',
  SPX: 'US500',
  NDX: 'US100',
  DJI: 'US30',
  DAX: 'GER40',
  FTSE: 'UK100',
  HSI: 'HK50',
  NIK: 'JP225',
}

export const listOstium = (instruments: readonly Instrument[]): readonly Instrument[] =>
  instruments.filter(({ terms }) => terms.OSTIUM !== undefined)

/** All names that a pair may have, our symbol first. */
export function pairNames({ symbol, base, quote }: Pick<Instrument, 'symbol' | 'base' | 'quote'>): readonly string[] {
  const renamed = RENAMED_BASES[base]
  return renamed === undefined ? [symbol] : [symbol, `${renamed}-${quote}`]
}
