export const text = {
  left: (amount: string) => `${amount} left`,
  over: (amount: string) => `${amount} beyond`,
  used: (percent: string, allowance: string) => `${percent} used of ${allowance}`,
  floor: (amount: string) => `floor ${amount}`,
  resetsIn: (span: string) => `resets in ${span}`,
  resetsNow: 'resets now',
  reached: (amount: string, goal: string) => `${amount} of ${goal}`,
  spoken: (used: string, allowance: string, left: string) => `${used} of ${allowance} used, ${left} left`,
  levels: { warn: 'near', danger: 'very near', over: 'no room left' },
}
