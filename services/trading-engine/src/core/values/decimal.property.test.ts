/** The exact decimals against an independent library that computes with 120 significant digits. */
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { runs } from '@ats/test-kit'
import {
  decimalFromNumber,
  divide,
  formatDecimal,
  multiply,
  multiplyDivide,
  parseDecimal,
  roundToStep,
  toNumber,
  type Rounding,
} from './decimal.js'

const Oracle = Decimal.clone({ precision: 120, toExpNeg: -200, toExpPos: 200 })
const MODES: Readonly<Record<Rounding, Decimal.Rounding>> = {
  FLOOR: Decimal.ROUND_FLOOR,
  CEIL: Decimal.ROUND_CEIL,
  HALF_EVEN: Decimal.ROUND_HALF_EVEN,
}

const LIMIT = 10n ** 38n
const scaled = fc.oneof(
  fc.bigInt(-(LIMIT - 1n), LIMIT - 1n),
  fc.bigInt(-(10n ** 24n), 10n ** 24n),
  fc.bigInt(-1000n, 1000n),
  fc.bigInt(-1000n, 1000n).map((whole) => whole * 10n ** 18n),
)
const nonZero = scaled.filter((value) => value !== 0n)
const rounding = fc.constantFrom<Rounding>('FLOOR', 'CEIL', 'HALF_EVEN')
const asOracle = (value: bigint): Decimal => new Oracle(value.toString()).div('1e18')
const written = (value: Decimal, mode: Rounding): string => {
  const text = value.toDecimalPlaces(18, MODES[mode]).toString()
  return text === '-0' ? '0' : text
}

test('what is written is read back, and reads like the oracle', () => {
  fc.assert(
    fc.property(scaled, (value) => {
      const text = formatDecimal(value)
      expect(parseDecimal(text)).toBe(value)
      expect(text).toBe(asOracle(value).toString())
    }),
  )
})

test('any text of digits parses to the oracle’s value, with all its zeros', () => {
  const digits = (least: number, most: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((each) => each.join(''))
  fc.assert(
    fc.property(fc.boolean(), digits(1, 20), digits(0, 18), (isNegative, whole, fraction) => {
      const text = `${isNegative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
      expect(formatDecimal(parseDecimal(text) ?? -1n)).toBe(written(new Oracle(text), 'FLOOR'))
    }),
  )
})

test('any text at all is refused or means what the oracle says', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.stringMatching(/^[-+. \de]{0,12}$/)), (text) => {
      const parsed = parseDecimal(text)
      if (/^-?\d{1,20}(\.\d{1,18})?$/.test(text)) expect(asOracle(parsed ?? -1n).eq(new Oracle(text))).toBe(true)
      else expect(parsed).toBeNull()
    }),
  )
})

test('a number is its shortest decimal form to the nearest 18th decimal, or refused', () => {
  const doubles = fc.oneof(
    fc.double(),
    fc.double({ min: -1e20, max: 1e20 }),
    fc.double({ min: -1e-3, max: 1e-3 }),
    fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((cents) => cents / 1e4),
  )
  fc.assert(
    fc.property(doubles, (value) => {
      const read = decimalFromNumber(value)
      const exact = Number.isFinite(value) ? new Oracle(value) : null
      if (exact === null || exact.abs().gte('1e20')) {
        expect(read).toBeNull()
        return
      }
      expect(asOracle(read ?? -1n).eq(exact.toDecimalPlaces(18, Decimal.ROUND_HALF_EVEN))).toBe(true)
      if (exact.decimalPlaces() <= 18) expect(toNumber(read ?? -1n)).toBe(value === 0 ? 0 : value)
    }),
    { numRuns: runs(4_000) },
  )
})

test('multiply, each rounding', () => {
  fc.assert(
    fc.property(scaled, scaled, rounding, (a, b, mode) => {
      expect(formatDecimal(multiply(a, b, mode))).toBe(written(asOracle(a).mul(asOracle(b)), mode))
    }),
  )
})

/**
 * Rounds the quotient as a fraction: the oracle's own quotient is rounded to 120 digits, which could change the result.
 */
const roundedFraction = (numerator: Decimal, denominator: Decimal, mode: Rounding): string => {
  const scale = numerator.mul('1e18')
  const down = scale.divToInt(denominator)
  const rest = scale.sub(down.mul(denominator))
  if (rest.isZero()) return written(down.div('1e18'), mode)
  const isPositive = rest.isNegative() === denominator.isNegative()
  const floor = isPositive ? down : down.sub(1)
  const twice = scale.sub(floor.mul(denominator)).abs().mul(2).cmp(denominator.abs())
  const isUp = mode === 'CEIL' || (mode === 'HALF_EVEN' && (twice > 0 || (twice === 0 && !floor.mod(2).isZero())))
  return written((isUp ? floor.add(1) : floor).div('1e18'), mode)
}

test('divide, each rounding', () => {
  fc.assert(
    fc.property(scaled, nonZero, rounding, (a, b, mode) => {
      expect(formatDecimal(divide(a, b, mode))).toBe(roundedFraction(asOracle(a), asOracle(b), mode))
    }),
  )
})

test('multiply and divide with one rounding', () => {
  fc.assert(
    fc.property(scaled, scaled, nonZero, rounding, (a, b, c, mode) => {
      const expected = roundedFraction(asOracle(a).mul(asOracle(b)), asOracle(c), mode)
      expect(formatDecimal(multiplyDivide(a, b, c, mode))).toBe(expected)
    }),
  )
})

test('roundToStep is the oracle’s nearest multiple', () => {
  const steps = fc.constantFrom(1n, 10n ** 9n, 5n * 10n ** 15n, 10n ** 16n, 25n * 10n ** 16n, 10n ** 18n, 10n ** 23n)
  fc.assert(
    fc.property(scaled, steps, rounding, (value, step, mode) => {
      const expected = asOracle(value).toNearest(asOracle(step), MODES[mode])
      expect(asOracle(roundToStep(value, step, mode)).eq(expected)).toBe(true)
    }),
  )
})
