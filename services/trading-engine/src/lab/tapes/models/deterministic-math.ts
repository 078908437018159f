/**
 * Logarithm and exponential in additions, multiplications and divisions alone. IEEE 754 defines these to the last bit;
 * Math.log and Math.exp are each engine's own, and a tape has to be the same on every version of Node. Within 2 units
 * in the last place of what Math says.
 */
const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10
const INVERSE_LN2 = 1.4426950408889634
const SQRT_2 = 1.4142135623730951
/** Beyond, the terms are below the last bit of the sum. */
const EXP_TERMS = 17
const LN_TERMS = 25

/** For |x| ≤ 700. */
export function exp(x: number): number {
  const twos = Math.floor(x * INVERSE_LN2 + 0.5)
  const rest = x - twos * LN2_HIGH - twos * LN2_LOW
  let sum = 1
  for (let term = EXP_TERMS; term > 0; term -= 1) sum = 1 + (rest / term) * sum
  for (let left = twos; left > 0; left -= 1) sum *= 2
  for (let left = twos; left < 0; left += 1) sum *= 0.5
  return sum
}

/** For normal x > 0. */
export function ln(x: number): number {
  let [rest, twos] = [x, 0]
  for (; rest >= SQRT_2; rest *= 0.5) twos += 1
  for (; rest < SQRT_2 / 2; rest *= 2) twos -= 1
  const share = (rest - 1) / (rest + 1)
  const square = share * share
  let sum = 0
  for (let term = LN_TERMS; term > 0; term -= 2) sum = 1 / term + square * sum
  return twos * LN2_HIGH + (2 * share * sum + twos * LN2_LOW)
}
