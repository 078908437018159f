import { curlLines } from './curl-lines.js'

const demo = { key: 'svc_ak_1', secret: 'svc_sk_1', accountId: 'an-account' }
const linesAt = (lastPrice: number) => {
  const market = { symbol: 'BTC-USD', quantity: 0.01, lastPrice }
  return curlLines({ engineUrl: 'http://127.0.0.1:4000', demo, market }).map(({ line }) => line)
}
const lines = linesAt(61_234.5)

test('every line is complete: no variable, no double quoting, no second line to fill in', () => {
  for (const line of lines) {
    expect(line).toMatch(/^curl [^\n]*$/)
    expect(line.replace(/'[^']*'/g, '')).toMatch(/^[\w\s/.-]*$/)
    expect(line).not.toMatch(/\$|<|>/)
  }
})

test('the resting order is a whole price far under the market', () => {
  expect(lines.find((line) => line.includes('LIMIT'))).toContain('"price":30617')
})

test('where there is no room for a whole price, it has two digits', () => {
  expect(linesAt(64.9).find((line) => line.includes('LIMIT'))).toContain('"price":32')
  expect(linesAt(0.0000061).find((line) => line.includes('LIMIT'))).toContain('"price":0.000003')
})
