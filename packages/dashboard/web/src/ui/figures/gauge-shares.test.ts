import { gaugeShares, goalPct } from './gauge-shares.js'

describe('the shares of a limit', () => {
  it.each([
    // allowance, remaining, used, percent, level
    ['10000', '10000', '0', '0', 'ok'],
    ['10000', '12500', '0', '0', 'ok'],
    ['10000', '2000.01', '7999.99', '79.9999', 'ok'],
    ['10000', '2000', '8000', '80', 'warn'],
    ['10000', '500', '9500', '95', 'danger'],
    ['10000', '0.01', '9999.99', '99.9999', 'danger'],
    ['10000', '0', '10000', '100', 'over'],
    ['10000', '-250', '10250', '100', 'over'],
    ['0', '0', '0', '100', 'over'],
  ])('%s allowed, %s left', (allowance, remaining, used, usedPct, level) =>
    expect(gaugeShares(allowance, remaining)).toEqual({ used, remaining, usedPct, level }),
  )
})

describe('the share of a goal', () => {
  it.each([
    ['8000', '-100', '0'],
    ['8000', '2000', '25'],
    ['8000', '8000', '100'],
    ['8000', '9000', '100'],
    ['0', '-5', '100'],
  ])('%s wanted, %s reached: %s %%', (goal, reached, pct) => expect(goalPct(goal, reached)).toBe(pct))
})
