import { createProgram } from '../program.js'
import { complete } from './complete.js'

const program = createProgram(() => undefined, { write: () => undefined, note: () => undefined })
const completed = (...words: readonly string[]): readonly string[] => complete(program, words)

test('commands, those within them, their options and the values of these', () => {
  expect(completed('')).toEqual(expect.arrayContaining(['login', 'order', 'watch', 'help']))
  expect(completed('')).not.toContain('__complete')
  expect(completed('or')).toEqual(['order'])
  expect(completed('order', 'ca')).toEqual(['cancel', 'cancel-all'])
  expect(completed('order', 'place', '--ti')).toEqual(['--tif'])
  expect(completed('order', 'place', 'buy', '1', 'BTC-USD', '--tif', 'G')).toEqual(['GTC', 'GTD', 'GTX'])
  expect(completed('risk', '--j')).toEqual(['--json'])
  expect(completed('trigger', 'order.')).toEqual(['order.ack', 'order.fill', 'order.cancel'])
  expect(completed('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(completed('order', 'place', '--limit', '')).toEqual([])
})
