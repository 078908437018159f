import { findColumns, parseMoment, parseTick, type Columns } from './parse-tick.js'

const columnsOf = (header: string): Columns => {
  const found = findColumns(header.split(','))
  if (typeof found === 'string') throw new Error(found)
  return found
}

describe('columns', () => {
  it.each([
    ['time,price,Venue', { kind: 'ticks', time: 0, prices: [1], volume: null, symbol: null, venue: 2 }],
    ['time,price', { kind: 'ticks', time: 0, prices: [1], volume: null, symbol: null, venue: null }],
    ['symbol,Quantity, PRICE ,Timestamp', { kind: 'ticks', time: 3, prices: [2], volume: 1, symbol: 0, venue: null }],
    [
      'Date,Close,Low,High,Open,Adj Close,Volume',
      { kind: 'bars', time: 0, prices: [4, 3, 2, 1], volume: 6, symbol: null, venue: null },
    ],
  ])('are found in %s, whatever the order and the case', (header, columns) => {
    expect(columnsOf(header)).toEqual(columns)
  })

  it.each([
    ['price', 'there is no time'],
    ['date,time,price', 'there is more than one time'],
    ['time,value', 'there are neither prices nor whole bars'],
    ['time,open,high,low', 'there are neither prices nor whole bars'],
    ['time,price,price', 'there are neither prices nor whole bars'],
    ['time,price,open,high,low,close', 'there are prices and bars'],
    ['time,price,volume,quantity', 'there is more than one volume, symbol or venue'],
    ['time,price,venue,venue', 'there is more than one volume, symbol or venue'],
    ['', 'there is no time'],
  ])('of "%s" are not enough: %s', (header, problem) => {
    expect(findColumns(header.split(','))).toContain(`${problem}; a recording has the columns time`)
  })
})

describe('a line', () => {
  const ticks = columnsOf('time,price,volume')
  const bars = columnsOf('time,open,high,low,close')

  it('is what its cells say', () => {
    const at = Date.parse('2020-03-13T00:00:00Z') * 1000
    expect(parseTick(ticks, ['2020-03-13', ' 1.5e3', '7'])).toEqual({
      ...{ at, open: 1500, high: 1500, low: 1500, close: 1500, volume: 7 },
    })
    expect(parseTick(bars, ['2020-03-13', '2', '4', '1', '3'])).toEqual({
      ...{ at, open: 2, high: 4, low: 1, close: 3, volume: 0 },
    })
  })

  it.each([
    [['yesterday', '1', '1'], '"yesterday" is not a time'],
    [['2020-02-30', '1', '1'], '"2020-02-30" is not a time'],
    [['', '1', '1'], '"" is not a time'],
    [['2020-02-03', '', '1'], '"" is not a number'],
    [['2020-02-03', 'NaN', '1'], '"NaN" is not a number'],
    [['2020-02-03', '0x10', '1'], '"0x10" is not a number'],
    [['2020-02-03', '1,5', '1'], '"1,5" is not a number'],
    [['2020-02-03', '1', 'null'], '"null" is not a number'],
    [['2020-02-03', '1', '-1'], 'the volume -1 is below zero'],
    [['2020-02-03'], '"" is not a number'],
  ])('%p: %s', (cells, problem) => {
    expect(parseTick(ticks, cells)).toBe(problem)
  })

  it.each([
    ['2 1 3 2', 'the high 1 is below the low 3'],
    ['2 5 3 4', 'the low 3 is above the open 2 or the close 4'],
    ['4 5 3 2', 'the low 3 is above the open 4 or the close 2'],
    ['6 5 1 2', 'the high 5 is below the open 6 or the close 2'],
    ['2 5 1 6', 'the high 5 is below the open 2 or the close 6'],
  ])('the bar %s: %s', (prices, problem) => {
    expect(parseTick(bars, ['2020-02-03', ...prices.split(' ')])).toBe(problem)
  })

  it('leaves it to the check whether a number can be a price', () => {
    expect(parseTick(ticks, ['2020-02-03', '-37.63', '1'])).toMatchObject({ open: -37.63 })
  })
})

describe('a moment', () => {
  const expected = Date.parse('2023-11-14T22:13:20Z') * 1000
  it.each([
    ...['2023-11-14T22:13:20Z', '2023-11-14 22:13:20', '2023-11-14T23:13:20+01:00', '1700000000', '1700000000.0'],
    ...['1700000000000', '1700000000000000', '1700000000000000000'],
  ])('%s', (text) => {
    expect(parseMoment(text)).toBe(expected)
  })

  it('may leave out the seconds, or have parts of them', () => {
    expect(parseMoment('2023-11-14 22:13')).toBe(expected - 20_000_000)
    expect(parseMoment('1700000000.25')).toBe(expected + 250_000)
    expect(parseMoment('1700000000123')).toBe(expected + 123_000)
  })

  it.each(['14.11.2023', 'Nov 14 2023', '11/14/2023', '-5', '22:13', 'now'])('is not %s', (text) => {
    expect(parseMoment(text)).toBeNull()
  })
})
