import { getAddress } from 'viem/utils'
import { loadCatalogue } from '../../market/catalogue.js'
import arbitrumDocument from './arbitrum.json'
import { arbitrumDeployment, readDeployment } from './deployment.js'

const { contracts, markets, tokens: others } = arbitrumDeployment()

test('every symbol of the catalogue that GMX trades has a market, and no other has', () => {
  const listed = loadCatalogue().all.filter(({ terms }) => terms.GMX !== undefined)
  expect([...markets.keys()].sort()).toEqual(listed.map(({ symbol }) => symbol).sort())
  expect(markets.size).toBe(44)
})

test('addresses carry a right checksum, and no two markets share one', () => {
  const tokens = [...markets.values()].flatMap(({ marketToken, indexToken }) => [marketToken, indexToken])
  const all: readonly string[] = [
    ...Object.values(contracts as unknown as Record<string, string>),
    ...tokens,
    ...others.map(({ address }) => address),
  ]
  for (const address of all) expect(getAddress(address)).toBe(address)
  expect(new Set(tokens).size).toBe(tokens.length)
})

test.each([
  [{ contracts: { ...arbitrumDocument.contracts, usdc: '0x12' } }, 'GMX usdc: not an address: 0x12'],
  [
    { markets: { 'X-USD': { marketToken: 'no', indexToken: 'no', indexDecimals: 8 } } },
    'GMX X-USD: not an address: no',
  ],
  [{ markets: { 'X-USD': { ...arbitrumDocument.markets['ETH-USD'], indexDecimals: 31 } } }, 'GMX X-USD: decimals 31'],
])('a document that is wrong is refused by name', (change, message) => {
  expect(() => readDeployment({ ...arbitrumDocument, ...change })).toThrow(message)
})
