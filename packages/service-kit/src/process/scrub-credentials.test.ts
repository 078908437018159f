import fc from 'fast-check'
import { scrubCredentials } from './scrub-credentials.js'

const KEY = `svc_ak_${'1'.repeat(48)}`

it.each([
  ['Bearer abc.def', 'Bearer [redacted]'],
  ['BEARER bearer  abc', 'BEARER [redacted]'],
  [`{"message":"bearer ${KEY}","x":1}`, '{"message":"bearer [redacted]","x":1}'],
  [`Authorization: Basic ${btoa(`${KEY}:${KEY}`)}, x`, 'Authorization: Basic [redacted], x'],
  ['a basic understanding', 'a basic understanding'],
  [`x${KEY}${KEY}y`, 'x[redacted][redacted]y'],
  ['whsec_abc/bearer xyz', '[redacted] [redacted]'],
  ['postgres://wallet:hunter2@db', 'postgres://wallet:[redacted]@db'],
  ['a://b:c/d:e@f', 'a://b:[redacted]@f'],
  ['a://b:c g://h:i@j', 'a://b:c g://h:[redacted]@j'],
  ['://u:p@://u:p@', '://u:[redacted]@://u:[redacted]@'],
  ['://a://b:c@', '://a:[redacted]@'],
  ['://:@ ://x@y ://x:y', '://:@ ://x@y ://x:y'],
])('%s becomes %s', (text, scrubbed) => {
  expect(scrubCredentials(text)).toBe(scrubbed)
})

/** The rule in one pattern, which would be quadratic. */
const SECRET =
  /svc_(?:ak|sk)_[0-9a-f]{48}|whsec_[A-Za-z0-9+/=_-]+|(?<=bearer\s+)[^\s"\\]+|(?<=:\/\/[^\s:/@"]*:)[^\s@"]+(?=@)/gi

it('leaves nothing of what the rule calls a secret, wherever it stands, and touches nothing else', () => {
  const piece = fc.constantFrom(
    '://',
    ':',
    '/',
    '@',
    'bearer',
    'Bearer ',
    ' ',
    '"',
    '\\',
    'a',
    'whsec_',
    'whsec_x',
    KEY,
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('')
      const scrubbed = scrubCredentials(text)
      for (const secret of scrubbed.match(SECRET) ?? []) expect(secret).toContain('[redacted]')
      if (!SECRET.test(text)) expect(scrubbed).toBe(text)
      SECRET.lastIndex = 0
    }),
    { numRuns: 3_000 },
  )
})

/** How many characters all searches of a scrub pass over, each from where it starts to where it ends. */
function charactersSearched(text: string): number {
  let searched = 0
  const test = jest.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, given: string) {
    const from = this.lastIndex
    const found = this.exec(given) !== null
    searched += (found ? this.lastIndex : given.length) - from
    return found
  })
  try {
    scrubCredentials(text)
  } finally {
    test.mockRestore()
  }
  return searched
}

it.each(['://x:', '://:', '://x:y@', ':', '://', 'bearer ', 'bearer\t', '\t', ' bearer'])(
  'reads %j over and over in time that grows with its length',
  (piece) => {
    const text = piece.repeat(4_000)
    expect(charactersSearched(text)).toBeLessThanOrEqual(2 * text.length + 2)
  },
)
