import { curlLines } from './curl-lines.js'

const demo = { key: 'svc_ak_1', secret: 'svc_sk_1', accountId: 'an-account' }
const lines = curlLines({ engineUrl: 'http://127.0.0.1:4000', demo, lastPrice: 61_234.5 }).map(({ line }) => line)

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
