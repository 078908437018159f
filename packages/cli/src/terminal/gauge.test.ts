import { gauge } from './gauge.js'

test.each([
  ['100', '░░░░░░░░░░', 'green'],
  ['99.99', '█░░░░░░░░░', 'green'],
  ['50', '█████░░░░░', 'green'],
  ['30', '███████░░░', 'yellow'],
  ['0.01', '█████████░', 'red'],
  ['0', '██████████', 'red'],
  ['-3', '██████████', 'red'],
])('with %s per cent left it is %s', (left, text, style) => expect(gauge(left, 10)).toEqual({ text, style }))

test('where nothing is known it is neither full nor empty', () => expect(gauge(null, 4)).toBe('····'))
