import { emptyOdds, oddsOf, type OddsForm } from './odds-form.js'

const form = (part: Partial<OddsForm> = {}): OddsForm => ({ ...emptyOdds(), plan: 'two-step-100k', ...part })

test('a win rate and sizes are a model, amounts with all their digits', () => {
  expect(oddsOf(form({ win: '1000.000000000000000001' }))).toEqual({
    ...{ plan_id: 'two-step-100k', days: 60, attempts: 1_000, balance: '100000' },
    model: { win_rate_pct: 45, trades_per_day: 2, average_win: '1000.000000000000000001', average_loss: '500' },
  })
})

test('an account is asked about with its own trades, under a challenge, at a price', () => {
  expect(oddsOf(form({ trader: 'account', account: 'a', rules: 'program', program: 'two', fee: '499.5' }))).toEqual({
    ...{ account_id: 'a', program_id: 'two', days: 60, attempts: 1_000, fee: '499.5' },
  })
})

test.each<[string, Partial<OddsForm>]>([
  ['no plan', { plan: '' }],
  ['no account', { trader: 'account' }],
  ['more than all that win', { winRate: '100.1' }],
  ['no win rate', { winRate: '' }],
  ['no trade', { perDay: '0' }],
  ['a gain of nothing', { win: '0.00' }],
  ['a loss below 0', { loss: '-5' }],
  ['half a day', { days: '1.5' }],
  ['too few attempts', { attempts: '9' }],
  ['a fee that is no amount', { fee: 'free' }],
])('%s cannot be asked', (_what, part) => {
  expect(oddsOf(form(part))).toBeNull()
})
