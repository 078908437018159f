import type { Account, Risk } from '@ats/sdk/types'
import { dailyLossLimit, drawdownLimit, worstFirst } from './account-limits.js'

const rule = (name: string, headroom: string | null, pct: string | null, limit = '0', allowance = '0') => ({
  ...{ rule: name, symbol: null, limit, value: '0', unit: 'USD', headroom, allowance },
  headroom_pct: pct,
})
const riskOf = (rules: readonly object[], more = {}) =>
  ({ state: 'ACTIVE', rules, daily_loss: { base: '100000' }, ...more }) as unknown as Risk
const account = (id: string, more = {}) =>
  ({
    ...{ id, state: 'ACTIVE', ...more },
    risk_config: { initial_balance: '100000', max_drawdown: { pct: '10' } },
  }) as unknown as Account

describe('the floors of an account', () => {
  const risk = riskOf([
    rule('max_drawdown', '9500.5', '95', '90000', '10000'),
    rule('daily_loss_limit', '-20', '0', '95000', '5000'),
  ])

  it('leave what the engine says, of what the plan allows', () => {
    expect(drawdownLimit(risk)).toEqual({ allowance: '10000', remaining: '9500.5', floor: '90000' })
    expect(dailyLossLimit(risk)).toEqual({ allowance: '5000', remaining: '-20', floor: '95000' })
  })

  it('are nothing where the engine does not tell what is left', () => {
    expect(drawdownLimit(riskOf([rule('max_drawdown', null, null)]))).toBeNull()
    expect(dailyLossLimit(riskOf([]))).toBeNull()
  })
})

describe('the order of accounts', () => {
  const row = (id: string, drawdownPct: string, dailyPct: string, state = 'ACTIVE') => ({
    account: account(id, { state }),
    risk: {
      ...{ at: 0, problem: null },
      value: riskOf([rule('max_drawdown', '1', drawdownPct), rule('daily_loss_limit', '1', dailyPct)], { state }),
    },
  })
  const idsOf = (rows: readonly { readonly account: { readonly id: string } }[]) =>
    rows.map(({ account: { id } }) => id)

  it('has the least room first, by the nearer of both floors, and apart what has ended', () => {
    const rows = [
      row('roomy', '90', '100'),
      row('ended', '0', '0', 'TERMINATED'),
      row('near', '80', '9.5'),
      row('mid', '10', '99'),
    ]
    const { live, ended } = worstFirst(rows)
    expect(idsOf(live)).toEqual(['near', 'mid', 'roomy'])
    expect(idsOf(ended)).toEqual(['ended'])
  })

  it('has before all what is not known', () => {
    const unknown = { account: account('unknown'), risk: { value: undefined, at: null, problem: null } }
    expect(idsOf(worstFirst([row('near', '1', '1'), unknown]).live)).toEqual(['unknown', 'near'])
  })
})
