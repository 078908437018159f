import { describeOnce } from './describe-once.js'

const field = (description?: string) => ({ type: 'string', ...(description !== undefined && { description }) })

test('says of a field once what is the same of several schemas, and all that differs', () => {
  const described = describeOnce({
    Order: { type: 'object', description: 'An order.', properties: { id: field('Its id.'), tif: field('Or GTC.') } },
    Trade: { type: 'object', description: 'An order.', properties: { id: field('Its id.'), order: field('Its id.') } },
    Changed: { type: 'object', properties: { tif: field('Or as it was.'), side: field() } },
    Side: { type: 'string', enum: ['BUY', 'SELL'] },
  })
  expect(described).toEqual({
    Order: { type: 'object', description: 'An order.', properties: { id: field('Its id.'), tif: field('Or GTC.') } },
    Trade: { type: 'object', description: 'An order.', properties: { id: field(), order: field('Its id.') } },
    Changed: { type: 'object', properties: { tif: field('Or as it was.'), side: field() } },
    Side: { type: 'string', enum: ['BUY', 'SELL'] },
  })
})
