/** The standard normal distribution, to about 14 digits within six standard deviations. */
const FAR = 9
const STEPS = 60

const density = (x: number): number => Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI)

/** Φ(x) = ½ + φ(x) × (x + x³/3 + x⁵/(3·5) + …) (Marsaglia 2004). */
export function cumulative(x: number): number {
  if (x > FAR) return 1
  if (x < -FAR) return 0
  let [term, sum] = [x, x]
  for (let divisor = 3; sum + term !== sum; divisor += 2) {
    term *= (x * x) / divisor
    sum += term
  }
  return 0.5 + sum * density(x)
}

/** The x with Φ(x) = `share`, which is above 0 and below 1. */
export function quantile(share: number): number {
  let [low, high] = [-FAR, FAR]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (cumulative(middle) < share) low = middle
    else high = middle
  }
  return (low + high) / 2
}
