/** The checker's own exact decimals, integers at 18 decimals: it shares no arithmetic with the code it checks. */
const SCALE = 18

/** @throws RangeError when the text is no decimal of at most 18 places */
export function exact(text: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(text)
  if (match === null) throw new RangeError(`not an exact decimal: ${text}`)
  const [, sign = '', whole = '', fraction = ''] = match
  const magnitude = BigInt(whole + fraction.padEnd(SCALE, '0'))
  return sign === '-' ? -magnitude : magnitude
}

export const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)
