import { lastMessage, noticesIn } from './log-tail.js'

test.each([
  ['a plain line', 'starting\nDATABASE_URL is required\n', 'DATABASE_URL is required'],
  ['a JSON line', '{"level":30,"msg":"started"}\n{"level":60,"msg":"no database"}\n', 'no database'],
  [
    'a stack trace',
    'x.js:1\n  throw e\n  ^\n\nTypeError: no port\n    at x (x.js:1)\n\nNode.js v20.19.0\n',
    'TypeError: no port',
  ],
  [
    'a list',
    'cannot start: not usable:\n  - A is required\n  - B must be a number\n',
    'cannot start: not usable: A is required; B must be a number',
  ],
  ['a problem and details', 'cannot start: A, and more\n  - B\n', 'cannot start: A, and more'],
  ['nothing', '', 'no message'],
])('the last words in %s', (_case, text, expected) => {
  expect(lastMessage(text)).toBe(expected)
})

test('noticed are warnings and worse, and recoveries; other lines and unfinished ones are passed over', () => {
  const lines = [
    '{"level":30,"msg":"fine"}',
    '{"level":40,"msg":"slow"}',
    'plain',
    '{"level":50,"msg":"broken"}',
    '{"level":50,"msg":"a dependency failed","dependency":"wallet"}',
    '{"level":40,"msg":"Redis does not answer","dependency":"redis","answers":false}',
    '{"level":30,"msg":"Redis answers again","dependency":"redis","answers":true}',
    '{"level":60,"ms',
  ]
  expect(noticesIn(lines.join('\n'))).toEqual([
    { text: 'warning: slow', about: null },
    { text: 'error: broken', about: null },
    { text: 'error: a dependency failed: wallet', about: null },
    { text: 'warning: Redis does not answer', about: { dependency: 'redis', answers: false } },
    { text: 'recovered: Redis answers again', about: { dependency: 'redis', answers: true } },
  ])
})
