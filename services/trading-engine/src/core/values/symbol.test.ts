import { normaliseSymbol, splitSymbol } from './symbol.js'

describe('spellings of a symbol', () => {
  it.each([
    ['BTC-USD', 'BTC-USD'],
    ['btc/usd', 'BTC-USD'],
    ['Btc_Usd', 'BTC-USD'],
    ['btcusd', 'BTC-USD'],
    ['btcusdt', 'BTC-USD'],
    ['BTC-USDT', 'BTC-USD'],
    ['BTCUSDC', 'BTC-USD'],
    ['btc/dai', 'BTC-USD'],
    ['BTCFDUSD', 'BTC-USD'],
    ['ARB-BUSD', 'ARB-USD'],
    ['EURUSD', 'EUR-USD'],
    ['USDJPY', 'USD-JPY'],
    ['usd-jpy', 'USD-JPY'],
    ['USDCAD', 'USD-CAD'],
    ['usdchf', 'USD-CHF'],
    ['XAUUSD', 'XAU-USD'],
    ['NIKJPY', 'NIK-JPY'],
    ['DAXEUR', 'DAX-EUR'],
    ['ftsegbp', 'FTSE-GBP'],
    ['HSIHKD', 'HSI-HKD'],
    ['PEPEUSD', 'PEPE-USD'],
    ['jp225jpy', 'JP225-JPY'],
    ['usdc-usd', 'USDC-USD'],
    ['usdcusd', 'USDC-USD'],
    ['USDT_USDT', 'USDT-USD'],
    // Bases whose last letters and USD read like a stablecoin.
    ['ARBUSD', 'ARB-USD'],
    ['BNBUSD', 'BNB-USD'],
    ['APTUSD', 'APT-USD'],
    ['DOTUSD', 'DOT-USD'],
  ])('reads %s as %s', (spelling, canonical) => {
    expect(normaliseSymbol(spelling)).toBe(canonical)
  })

  it.each([
    ...['', 'BTC', 'usd', 'USDC', 'gold', 'BTC--USD', '-USD', 'BTC-', 'BTC USD', ' BTC-USD', 'BTC-USD-PERP', 'BTC.USD'],
  ])('leaves %j alone', (text) => {
    expect(normaliseSymbol(text)).toBe(text)
    expect(splitSymbol(text)).toBeNull()
  })

  it('leaves letters alone whose capitals are other letters', () => {
    for (const text of ['ßTC-USD', 'bıt-usd', 'ﬁl-usd', 'ſol-usd', 'BTC-USD\n'])
      expect(normaliseSymbol(text)).toBe(text)
  })
})
