import { HOOK_ACTIONS } from '@ats/contracts'
import type { Alert } from '../../core/decide/alert-move.js'
import { decimal, price, quantity, rate } from '../../core/values/decimal.js'
import { readInput } from '../../core/values/input-text.js'
import { alertCommand, type DecidingHook } from './take-alert.js'

const hook: DecidingHook = {
  ...{ hookId: 'a-hook', userId: 'a-user', accountId: 'an-account', symbols: [], actions: HOOK_ACTIONS },
  ...{ maxQuantity: '0.5', maxOrdersPerMinute: 10 },
}

test('what is kept of an alert says all of its stop and its target again', () => {
  const plain: Alert = {
    ...{ action: 'buy', symbol: 'BTC-USD', quantity: quantity(decimal('0.1')), target: null, kind: 'MARKET' },
    ...{ price: null, triggerPrice: null },
  }
  const alert: Alert = {
    ...plain,
    bracket: {
      stop_loss: {
        ...{ triggerPrice: null, price: null, triggerBy: 'MARK', terms: { isOfPosition: true } },
        trail: { offsetPct: rate(decimal('1.5')), activationPrice: price(decimal('90000')) },
      },
      take_profit: {
        ...{ triggerPrice: price(decimal('120000')), price: price(decimal('119000')), triggerBy: 'LAST', terms: {} },
      },
    },
  }
  const { asked } = alertCommand({ hook, alert, ip: '', body: '' }, null)
  expect(readInput(String(asked))).toMatchObject({ alert, hook: { hookId: 'a-hook' } })
  expect(alertCommand({ hook, alert: plain, ip: '', body: '' }, null).asked).not.toContain('bracket')
})
