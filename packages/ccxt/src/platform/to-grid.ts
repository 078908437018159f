/** How a value off the grid is moved onto it. */
type GridMode = 'nearest' | 'down'

interface Scaled {
  readonly units: bigint
  readonly decimals: number
}

/**
 * A value within these shares of itself and of a step from a grid point is that point, for which the engine takes it
 * too: what floating point arithmetic adds is left out, and 0.1 + 0.2 is 0.3.
 */
const NOISE_OF_VALUE = 1_000_000_000n
const NOISE_OF_STEP = 1_000_000n

/**
 * Moves a decimal text of 0 or more onto the multiples of `step`, digit by digit and without a float. `down` gives no
 * more than the value; `nearest` takes the larger of two that are equally near.
 */
export function toGrid(value: string, step: string, mode: GridMode): string {
  const [a, b] = [readDecimal(value), readDecimal(step)]
  const decimals = Math.max(a.decimals, b.decimals)
  const units = a.units * 10n ** BigInt(decimals - a.decimals)
  const size = b.units * 10n ** BigInt(decimals - b.decimals)
  if (size <= 0n) return writeDecimal(units, decimals)
  const nearest = ((units + size / 2n) / size) * size
  const off = nearest > units ? nearest - units : units - nearest
  const isThere = off * NOISE_OF_VALUE <= units && off * NOISE_OF_STEP <= size
  return writeDecimal(mode === 'nearest' || isThere ? nearest : (units / size) * size, decimals)
}

function readDecimal(text: string): Scaled {
  const [whole = '', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), decimals: fraction.length }
}

function writeDecimal(units: bigint, decimals: number): string {
  if (decimals === 0) return units.toString()
  const digits = units.toString().padStart(decimals + 1, '0')
  const fraction = withoutZeros(digits.slice(-decimals))
  const whole = digits.slice(0, -decimals)
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function withoutZeros(fraction: string): string {
  let end = fraction.length
  while (fraction[end - 1] === '0') end -= 1
  return fraction.slice(0, end)
}
