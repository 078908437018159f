import { readFrame } from './read-frame.js'

describe('a frame', () => {
  it('is a value under its key, with its decimals as text', () => {
    const data = '{"account_id":"a","summary":{"equity":100000.10,"balance":1e-7}}'
    expect(readFrame({ event: 'summary', data }, 5)).toEqual([
      'summary:a',
      { value: { equity: '100000.10', balance: '0.0000001' }, at: 5 },
    ])
  })

  it('keeps sequences as numbers', () => {
    expect(readFrame({ event: 'changed', data: '{"account_id":"a","sequence":7}' }, 5)).toEqual([
      'sequence:a',
      { value: 7, at: 5 },
    ])
  })

  it('of the market has its venue and symbol in its key', () => {
    const data = '{"symbol":"BTC-USD","venue":"GMX","interval":"1m","candle":{"close":1}}'
    expect(readFrame({ event: 'candles', data }, 5)?.[0]).toBe('candles:GMX:BTC-USD:1m')
  })

  it('of another kind is none', () => {
    expect(readFrame({ event: 'error', data: '{"error":"rate_limited"}' }, 5)).toBeNull()
  })
})
