import fc from 'fast-check'
import { createFrames, lastStatusOf, simpleQuery, STARTED, type FrameKind } from './wire-frames.js'

const message = (type: string, body: string): Buffer => {
  const bytes = simpleQuery(body)
  bytes[0] = type.charCodeAt(0)
  return bytes
}
const startup = (): Buffer => {
  const bytes = Buffer.alloc(20, 7)
  bytes.writeUInt32BE(bytes.length, 0)
  return bytes
}

test('however bytes arrive, what is acted on ends with a query or a sync, and together it is what was sent', () => {
  const sent = fc.array(fc.tuple(fc.constantFrom('P', 'B', 'D', 'E', 'S', 'Q', 'H'), fc.string({ maxLength: 40 })), {
    minLength: 1,
    maxLength: 30,
  })
  fc.assert(
    fc.property(sent, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 40 }), (messages, sizes) => {
      const all = Buffer.concat([startup(), ...messages.map(([type, body]) => message(type, body)), message('X', '')])
      const acted: [FrameKind, Buffer][] = []
      const take = createFrames((kind, bytes) => void acted.push([kind, Buffer.from(bytes)]))
      for (let [at, turn] = [0, 0]; at < all.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1
        take(all.subarray(at, at + size))
        at += size
      }
      expect(Buffer.concat(acted.map(([, bytes]) => bytes))).toEqual(all)
      expect(acted.map(([kind]) => kind)).toEqual([
        'startup',
        ...messages.filter(([type]) => 'SQH'.includes(type)).map(() => 'ask'),
        'end',
      ])
    }),
  )
})

test('the state of the transaction is read from the end of an answer alone', () => {
  expect(lastStatusOf(STARTED)).toBe('I')
  expect(lastStatusOf(Buffer.from([0x5a, 0, 0, 0, 5, 0x54]))).toBe('T')
  expect(lastStatusOf(Buffer.from([0x31, 0, 0, 0, 4]))).toBeNull()
})
