/** The outcome of a check: fine, worth knowing, or to be put right. */
export interface Finding {
  readonly check: string
  readonly verdict: 'OK' | 'NOTE' | 'FIX'
  readonly found: string
  /** The way to put it right; empty where nothing is to be done. */
  readonly advice: string
}

export const ok = (check: string, found: string): Finding => ({ check, verdict: 'OK', found, advice: '' })
export const worthKnowing = (check: string, found: string, advice: string): Finding => ({
  check,
  verdict: 'NOTE',
  found,
  advice,
})
export const broken = (check: string, found: string, advice: string): Finding => ({
  check,
  verdict: 'FIX',
  found,
  advice,
})
