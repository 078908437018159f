import { protectionChange } from './protection.js'

const exit = (trigger_price: string, more = {}) => ({
  order_id: 'o',
  trigger_price,
  trigger_by: 'MARK' as const,
  price: null,
  quantity: '2',
  ...more,
})
const position = { quantity: '2', take_profit: exit('110'), stop_loss: null }

describe('the change of an exit', () => {
  it('is none while it says the same', () => {
    expect(protectionChange('take_profit', position, { price: ' 110 ', watches: 'MARK' })).toEqual({})
    expect(protectionChange('stop_loss', position, { price: '', watches: 'LAST' })).toEqual({})
  })

  it('removes one that was emptied', () => {
    expect(protectionChange('take_profit', position, { price: '', watches: 'MARK' })).toEqual({ take_profit: null })
  })

  it('moves one, and what it watches', () => {
    expect(protectionChange('take_profit', position, { price: '110', watches: 'LAST' })).toEqual({
      take_profit: { trigger_price: '110', trigger_by: 'LAST' },
    })
    expect(protectionChange('stop_loss', position, { price: '90.5', watches: 'MARK' })).toEqual({
      stop_loss: { trigger_price: '90.5', trigger_by: 'MARK' },
    })
  })

  it('keeps the limit and the part that it had', () => {
    const partial = { ...position, take_profit: exit('110', { price: '109', quantity: '0.5' }) }
    expect(protectionChange('take_profit', partial, { price: '120', watches: 'MARK' })).toEqual({
      take_profit: { trigger_price: '120', trigger_by: 'MARK', price: '109', quantity: '0.5' },
    })
  })
})
