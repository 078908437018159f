/**
 * Does sums as a person writes them, to 80 digits and with nothing of the service's own arithmetic:
 *
 *   0.4 × 95000 = 38000     exactly
 *   1180.7784438 × 0.0006 ↑ 0.708468   rounded up to the last digit shown; ↓ down, ≈ to the nearest
 *
 * with + − × ÷, brackets, max(a, b), min(a, b), and as many steps in a row as it takes.
 */
import { Decimal } from 'decimal.js'

const Exact = Decimal.clone({ precision: 80 })

const ROUNDINGS: Readonly<Record<string, Decimal.Rounding>> = {
  '↑': Decimal.ROUND_CEIL,
  '↓': Decimal.ROUND_FLOOR,
  '≈': Decimal.ROUND_HALF_EVEN,
}

/** The result of a sum, the last number in it. Throws when a step of it is wrong, or what it says is not a sum. */
export function checkSum(text: string): string {
  const [first = '', ...steps] = text.split(/ (?=[=↑↓≈] )/)
  let value = calculate(first)
  let result = first
  for (const step of steps) {
    const rounding = ROUNDINGS[step.charAt(0)]
    result = step.slice(2)
    const said = calculate(result)
    const found = rounding === undefined ? value : value.toDecimalPlaces(said.decimalPlaces(), rounding)
    if (!found.equals(said)) throw new Error(`${text}: ${found.toFixed()}, not ${result}`)
    value = said
  }
  if (!/^−?\d+(\.\d+)?$/.test(result)) throw new Error(`${text} has no result`)
  return result
}

function calculate(text: string): Decimal {
  const tokens = text.match(/\d+(?:\.\d+)?|max|min|\S/g) ?? []
  const value = sum(tokens)
  if (tokens.length > 0) throw new Error(`${text}: what is ${tokens.join(' ')}?`)
  return value
}

// Each takes from the front of the tokens what belongs to it.

function sum(tokens: string[]): Decimal {
  let total = product(tokens)
  while (tokens[0] === '+' || tokens[0] === '−') {
    total = tokens.shift() === '+' ? total.plus(product(tokens)) : total.minus(product(tokens))
  }
  return total
}

function product(tokens: string[]): Decimal {
  let total = factor(tokens)
  while (tokens[0] === '×' || tokens[0] === '÷') {
    total = tokens.shift() === '×' ? total.times(factor(tokens)) : total.dividedBy(factor(tokens))
  }
  return total
}

function factor(tokens: string[]): Decimal {
  const token = tokens.shift() ?? 'an end'
  if (token === '−') return factor(tokens).negated()
  if (token === '(') return bracketed(sum(tokens), tokens)
  if (token === 'max') return oneOfTwo((first, second) => Exact.max(first, second), tokens)
  if (token === 'min') return oneOfTwo((first, second) => Exact.min(first, second), tokens)
  if (!/^\d/.test(token)) throw new Error(`${token} is not a number`)
  return new Exact(token)
}

function oneOfTwo(choose: (first: Decimal, second: Decimal) => Decimal, tokens: string[]): Decimal {
  expectToken(tokens, '(')
  const first = sum(tokens)
  expectToken(tokens, ',')
  return bracketed(choose(first, sum(tokens)), tokens)
}

function bracketed(value: Decimal, tokens: string[]): Decimal {
  expectToken(tokens, ')')
  return value
}

function expectToken(tokens: string[], wanted: string): void {
  const token = tokens.shift() ?? 'an end'
  if (token !== wanted) throw new Error(`${token} instead of ${wanted}`)
}
