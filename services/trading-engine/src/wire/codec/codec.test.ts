import fc from 'fast-check'
import { formatTimestamp } from '../../core/values/time.js'
import { asNumber, asText } from '../decimals.js'
import { codecOf, field } from './codec.js'
import { decimal, flag, listOf, oneOf, optional, orNull, text, time, whole } from './kinds.js'

interface Part {
  readonly name: string
}

interface Model {
  readonly title: string
  readonly side: 'BUY' | 'SELL' | null
  readonly amount: bigint | null
  readonly at: number
  readonly until: number | null | undefined
  readonly isOpen: boolean
  readonly steps: number
  readonly parts: readonly Part[]
}

const part = codecOf<Part>('Part')({ name: field(text, ({ name }) => name) })
const codec = codecOf<Model>('Model')({
  ...{ title: field(text, ({ title }) => title), side: field(orNull(oneOf(['BUY', 'SELL'])), ({ side }) => side) },
  ...{ amount: field(orNull(decimal), ({ amount }) => amount, 'How much.'), at: field(time, ({ at }) => at) },
  ...{ until: field(optional(orNull(time)), ({ until }) => until), is_open: field(flag, ({ isOpen }) => isOpen) },
  ...{ steps: field(whole, ({ steps }) => steps), parts: field(listOf(part), ({ parts }) => parts) },
})

const micros = fc.integer({ min: 0, max: 4_000_000_000_000_000 })
const model: fc.Arbitrary<Model> = fc.record({
  ...{ title: fc.string({ unit: 'binary' }), side: fc.constantFrom('BUY', 'SELL', null) },
  ...{ amount: fc.option(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })), at: micros },
  ...{ until: fc.oneof(micros, fc.constant(null), fc.constant(undefined)), isOpen: fc.boolean(), steps: fc.nat() },
  parts: fc.array(fc.record({ name: fc.string() })),
})

test.each([
  ['numbers', asNumber],
  ['text', asText],
])('decimals as %s: the text is what JSON.stringify makes of the value, and keeps to the schema', (_, write) => {
  fc.assert(
    fc.property(model, (one) => {
      const { title, side, amount, at, until, isOpen, steps, parts } = one
      const body = {
        ...{ title, side, amount: amount === null ? null : write(amount), at: formatTimestamp(at) },
        ...(until === undefined ? {} : { until: until === null ? null : formatTimestamp(until) }),
        ...{ is_open: isOpen, steps, parts },
      }
      expect(codec.json(one, write)).toBe(JSON.stringify(body))
      expect(JSON.stringify(codec.value(one, write))).toBe(JSON.stringify(body))
      if (title !== '' && parts.every(({ name }) => name !== ''))
        expect(codec.schema.validate(JSON.parse(codec.json(one, write)), { convert: false }).error).toBeUndefined()
    }),
  )
})

test('a field that may be left out cannot be the first, whose text opens the object', () => {
  expect(() => codecOf<Part>('Part')({ name: field(optional(text), ({ name }) => name) })).toThrow(
    'name may not be optional',
  )
})
