import { EMPTY_FORM, isComplete, problemsOf, toOrder, type OrderPlace, type TicketForm } from './ticket-form.js'

const STEPS = { lot_size: '0.01', min_quantity: '0.05' }
const PLACE: OrderPlace = { accountId: 'a', venue: 'GMX', symbol: 'BTC-USD' }
const form = (given: Partial<TicketForm>): TicketForm => ({ ...EMPTY_FORM, quantity: '0.1', ...given })
const COMMON = { account_id: 'a', platform_id: 'GMX', symbol: 'BTC-USD', side: 'BUY', quantity: '0.1' }

describe('the fields of the ticket', () => {
  it.each(['abc', '-1', '0', '0.000', '1e3', '.5', '1.', '1,5', ' '.repeat(3) + 'x'])(
    'refuses the quantity %p',
    (quantity) => {
      expect(problemsOf(form({ quantity }), STEPS).quantity).toBeDefined()
    },
  )

  it('refuses a quantity off the lot, and one below the smallest order', () => {
    expect(problemsOf(form({ quantity: '0.105' }), STEPS).quantity).toContain('0.01')
    expect(problemsOf(form({ quantity: '0.04' }), STEPS).quantity).toContain('0.05')
    expect(problemsOf(form({ quantity: ' 0.050 ' }), STEPS)).toEqual({})
  })

  it('says nothing of fields that are empty or not shown', () => {
    expect(problemsOf(form({ quantity: '', kind: 'LIMIT' }), STEPS)).toEqual({})
    expect(problemsOf(form({ price: 'x', trigger: 'x' }), STEPS)).toEqual({})
    expect(problemsOf(form({ stopLoss: 'x', isReduceOnly: true }), STEPS)).toEqual({})
  })

  it.each<[Partial<TicketForm>, boolean]>([
    [{}, true],
    [{ quantity: '' }, false],
    [{ kind: 'LIMIT' }, false],
    [{ kind: 'LIMIT', price: '9' }, true],
    [{ kind: 'STOP', price: '9' }, false],
    [{ kind: 'STOP', trigger: '9' }, true],
  ])('%j is complete: %p', (given, expected) => {
    expect(isComplete(form(given))).toBe(expected)
  })
})

describe('the order of a ticket', () => {
  it.each<[string, Partial<TicketForm>, object]>([
    ['a market order takes what there is', {}, { kind: 'MARKET', tif: 'IOC' }],
    ['a market order has no price', { price: '9', trigger: '8', isPostOnly: true }, { kind: 'MARKET', tif: 'IOC' }],
    ['a market order, all or nothing', { tif: 'FOK' }, { kind: 'MARKET', tif: 'FOK' }],
    ['a limit order rests', { kind: 'LIMIT', price: ' 9 ' }, { kind: 'LIMIT', tif: 'GTC', price: '9' }],
    [
      'a limit order that only adds',
      { kind: 'LIMIT', price: '9', isPostOnly: true },
      { kind: 'LIMIT', tif: 'GTC', price: '9', flags: { post_only: true } },
    ],
    [
      'one that fills or ends cannot only add',
      { kind: 'LIMIT', price: '9', isPostOnly: true, tif: 'IOC' },
      { kind: 'LIMIT', tif: 'IOC', price: '9' },
    ],
    ['a stop', { kind: 'STOP', trigger: '8' }, { kind: 'STOP', tif: 'GTC', trigger_price: '8' }],
    [
      'a stop-limit that watches the mark and reduces',
      { kind: 'STOP', trigger: '8', price: '7', triggerBy: 'MARK', isReduceOnly: true },
      {
        kind: 'STOP',
        tif: 'GTC',
        trigger_price: '8',
        price: '7',
        flags: { reduce_only: true, trigger_on_mark: true },
      },
    ],
    [
      'a limit order with an end',
      { kind: 'LIMIT', price: '9', tif: 'GTD', expires: '2026-11-23T10:00' },
      { kind: 'LIMIT', price: '9', tif: 'GTD', expires_at: new Date('2026-11-23T10:00').toISOString() },
    ],
  ])('%s', (_, given, expected) => {
    expect(toOrder(form(given), PLACE)).toEqual({ ...COMMON, ...expected })
  })
})

describe('a trigger that follows the market', () => {
  it.each<[Partial<TicketForm>, object]>([
    [{ trigger: ' 2 % ' }, { trail: { offset_pct: '2' } }],
    [{ trigger: '500', activation: ' 9 ', price: '7' }, { trail: { offset: '500', activation_price: '9' } }],
  ])('%j is sent as a trail, without a limit', (given, expected) => {
    const order = toOrder(form({ kind: 'STOP', isTrailing: true, ...given }), PLACE)
    expect(order).toEqual({ ...COMMON, kind: 'STOP', tif: 'GTC', ...expected })
  })

  it('is of a STOP alone, and of the stop of an order', () => {
    expect(toOrder(form({ kind: 'TAKE_PROFIT', isTrailing: true, trigger: '9' }), PLACE)).not.toHaveProperty('trail')
    const { stop_loss } = toOrder(form({ stopLoss: '2%', isStopTrailing: true }), PLACE)
    expect(stop_loss).toEqual({ trail: { offset_pct: '2' } })
    expect(Object.keys(problemsOf(form({ kind: 'STOP', isTrailing: true, trigger: 'x%' }), STEPS))).toEqual(['trigger'])
  })
})

describe('the exits of a ticket', () => {
  it('go with the order, at a trigger or in percent of its fill', () => {
    const { stop_loss, take_profit } = toOrder(form({ stopLoss: ' 2.5 % ', takeProfit: ' 8 ' }), PLACE)
    expect([stop_loss, take_profit]).toEqual([{ offset_pct: '2.5' }, { trigger_price: '8' }])
    expect(Object.keys(problemsOf(form({ stopLoss: '2%', takeProfit: 'x%' }), STEPS))).toEqual(['takeProfit'])
  })

  it('are none for an order that only reduces', () => {
    expect(toOrder(form({ stopLoss: '9', isReduceOnly: true }), PLACE)).not.toHaveProperty('stop_loss')
  })
})
