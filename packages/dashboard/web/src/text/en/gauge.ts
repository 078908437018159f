export const text = {
  left: (amount: string) => `${amount} remaining`,
  over: (amount: string) => `${amount} over the limit`,
  used: (percent: string, allowance: string) => `${percent} used of ${allowance}`,
  floor: (amount: string) => `limit at ${amount}`,
  resetsIn: (span: string) => `resets in ${span}`,
  resetsNow: 'resets now',
  reached: (amount: string, goal: string) => `${amount} of ${goal}`,
  spoken: (used: string, allowance: string, left: string) => `${used} of ${allowance} used, ${left} remaining`,
  levels: { warn: 'near', danger: 'very near', over: 'limit reached' },
}
