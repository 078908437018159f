import { isAmount } from '../../ui/forms/decimal-input.js'
import { STEPS, targetPrice } from './target-price.js'

test.each([
  ['60000.00', '-10', '0.01', '54000'],
  ['60000.00', '1', '0.01', '60600'],
  ['1.08437', '-1', '0.00001', '1.07353'],
  ['0.01', '-20', '0.01', '0.01'],
  ['103.7', '5', '0.5', '109'],
])('from %s by %s %% on ticks of %s is %s', (last, percent, tick, target) =>
  expect(Number(targetPrice(last, percent, tick))).toBe(Number(target)),
)

test('every step is a price that may be sent', () => {
  for (const step of STEPS) expect(isAmount(targetPrice('0.00012', step, '0.00001'))).toBe(true)
})
