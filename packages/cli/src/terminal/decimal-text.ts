import { toMultiple, type Decimal } from '@ats/sdk'

/** Rounded to that many places, half away from zero, with zeros to the last of them. */
export function rounded(value: Decimal, places: number): string {
  if (places === 0) return toMultiple(value, '1', 'nearest')
  const [whole = '', fraction = ''] = toMultiple(value, `0.${'1'.padStart(places, '0')}`, 'nearest').split('.')
  return `${whole}.${fraction.padEnd(places, '0')}`
}

/** With its thousands set apart, and without zeros at the end: 61,234.5 */
export function grouped(value: Decimal): string {
  const [whole = '', fraction = ''] = value.split('.')
  let end = fraction.length
  while (end > 0 && fraction[end - 1] === '0') end -= 1
  return groupWhole(whole) + (end === 0 ? '' : `.${fraction.slice(0, end)}`)
}

/** An amount of money, to the cent: 99,972.80 */
export function money(value: Decimal): string {
  const [whole = '', fraction = ''] = rounded(value, 2).split('.')
  return `${groupWhole(whole)}.${fraction}`
}

/** A gain or a loss, to the cent and with its sign: +12.50 */
export function signed(value: Decimal): string {
  const text = money(value)
  return text.startsWith('-') || text === '0.00' ? text : `+${text}`
}

/** A figure of a rule: money to the cent, prices and counts as they are, ratios to four places. */
export function inUnit(value: Decimal | null, unit: string | null): string {
  if (value === null) return '-'
  if (unit === 'USD') return money(value)
  return grouped(unit === 'ratio' ? rounded(value, 4) : value)
}

/** From right to left, three at a time. */
function groupWhole(whole: string): string {
  const isMinus = whole.startsWith('-')
  const digits = isMinus ? whole.slice(1) : whole
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return (isMinus ? '-' : '') + groups.join(',')
}
