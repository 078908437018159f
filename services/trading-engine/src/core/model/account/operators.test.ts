/** Ways in which one person may look like two: each is refused, at the start or at the approval. */
import { hash } from 'node:crypto'
import { parseOperators } from './operators.js'
import { isSamePerson, personKey, type Person } from './person.js'

const entry = (name: string, role = 'operator', token = name) => `${name}:${hash('sha256', token)}:${role}`
const person = (name: string, ...tokens: readonly string[]): Person => ({ name, tokens })

/** Names from before tokens had them, and those that OPERATORS would refuse. */
const SPELLINGS = [
  ...['Olga', 'OLGA', 'oLgA', 'olga.', '.olga', 'ol.ga', 'olga!', "ol'ga", 'olga-', 'ol_ga', 'olga@', '(olga)'],
  ...['olga ', ' olga', 'ol ga', 'olga\t', 'olga\u00a0', 'ol\u200bga', 'olga\u200d', '\ufeffolga', 'ol\u00adga'],
  ...['olga\u202e', '\uff4f\uff4c\uff47\uff41', '\uff2flga', '\u24delga', '\u{1d428}\u{1d425}\u{1d420}\u{1d41a}'],
  ...['\u00f3lga', 'o\u0301lga', '\u00f2lg\u00e4', 'olg\u00aa', '0lga', 'o1ga', 'oIga'],
]

test.each(SPELLINGS)('%j is olga', (name) => {
  expect(isSamePerson(person('olga'), person(name))).toBe(true)
})

test.each([
  ['ross', 'ro\u00df'],
  ['barn', 'bam'],
  ['v vest', 'west'],
  ['vvv', 'vw'],
  ['vvv', 'wv'],
  ['rnm', 'mrn'],
  ['file', '\ufb01le'],
  ['i', '\u0130'],
])('%s and %s are one', (one, other) => expect(personKey(one)).toBe(personKey(other)))

test.each([
  ['olga', 'otto'],
  ['olga', 'olga2'],
  ['anna b', 'anna c'],
])('%s and %s are two', (one, other) => expect(isSamePerson(person(one, 'a'), person(other, 'b'))).toBe(false))

test.each<[string, Person, Person]>([
  ['a token that was given another name', person('olga', 'a'), person('nora', 'a')],
  ['the second of two tokens, renamed', person('olga', 'a', 'b'), person('nora', 'b')],
  ['a new token beside the one that was renamed', person('olga', 'a'), person('nora', 'a', 'c')],
  ['removed, and added again with a new token', person('olga', 'a'), person('Olga', 'c')],
  ['a proposal from before tokens had names', person('OLGA.'), person('olga', 'a')],
])('%s: one person', (_what, one, other) => {
  expect([isSamePerson(one, other), isSamePerson(other, one)]).toEqual([true, true])
})

test('two tokens of one name are one person, who is known by both', () => {
  const [first, second] = parseOperators(`${entry('olga')}, ${entry('olga', 'operator', 'next')}`)
  expect(first?.tokens).toHaveLength(2)
  expect(second?.tokens).toEqual(first?.tokens)
})

test.each([
  ['a comma', `# left 2026-11-01,${entry('otto', 'approver')}`],
  ['a carriage return', `# left\r${entry('otto', 'approver')}`],
  ['a line separator', `# left\u2028${entry('otto', 'approver')}`],
  ['a comma, after an entry', `${entry('olga', 'operator', 'next')} # was:,${entry('otto', 'approver')}`],
])('a comment ends with its line, not with %s', (_what, line) => {
  const names = parseOperators(`${entry('olga')}, ${entry('nora')}\n${line}\n${entry('carl')}`).map(({ name }) => name)
  expect([...new Set(names)]).toEqual(['olga', 'nora', 'carl'])
})

test.each([
  [entry('olga'), entry('Olga'), 'olga and Olga count as one person'],
  [entry('olga'), entry('ol ga'), 'olga and ol ga count as one person'],
  [entry('olga'), entry('0lga', 'approver'), 'olga and 0lga count as one person'],
  [entry('olga'), entry('olga', 'approver', 'next'), 'olga has two roles, operator and approver'],
  [entry('olga'), entry('nora', 'approver', 'olga'), 'olga and nora have the same token'],
  [entry('\u043elga'), entry('otto'), 'entry 1: a name is'],
  [entry('jos\u00e9'), entry('otto'), 'entry 1: a name is'],
  [entry('ol\u200bga'), entry('otto'), 'entry 1: a name is'],
  [entry('x'.repeat(65)), entry('otto'), 'entry 1: a name is'],
  [entry('.'), entry('otto'), 'entry 1: a name is'],
  [entry('olga'), 'otto:approver', 'entry 2 must be name:sha256:role'],
  [entry('olga'), 'otto:1234:approver', 'entry 2 (otto): the SHA-256'],
  [entry('olga'), entry('otto', 'boss'), 'entry 2 (otto): the role must be one of viewer, operator, approver'],
])('%s beside %s is refused', (one, other, problem) => {
  expect(() => parseOperators(`${one}\n${other}`)).toThrow(problem)
})
