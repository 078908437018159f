import Joi from 'joi'
import { ConfigError, loadConfig } from './config.js'
import { commaSeparated, hostNamesSchema, portSchema, ipRangesSchema, settingsSchema } from './environment.js'

const schema = Joi.object({
  PORT: portSchema.required(),
  NAME: Joi.string().default('engine'),
  TOKENS: commaSeparated(Joi.string().min(4)).min(1).required(),
  TRUSTED_PROXIES: ipRangesSchema,
})

it('converts, fills in, drops what it does not know, and treats empty as absent', () => {
  expect(loadConfig(schema, { PORT: '80', NAME: '', TOKENS: 'abcd, efgh', OTHER: 'x' })).toEqual({
    PORT: 80,
    NAME: 'engine',
    TOKENS: ['abcd', 'efgh'],
    TRUSTED_PROXIES: [],
  })
})

it('lists every problem in one message, one per line, without the values', () => {
  expect.assertions(3)
  try {
    loadConfig(schema, { PORT: 'http', TOKENS: 'abcd,xyz', TRUSTED_PROXIES: 'all' })
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    const { message } = error as ConfigError
    expect(message.split('\n')).toEqual([
      'The configuration is not usable:',
      '  - PORT must be a number',
      '  - TOKENS[1] length must be at least 4 characters long',
      '  - TRUSTED_PROXIES[0] is not usable: not an IP address or CIDR range',
    ])
    expect(message).not.toContain('xyz')
  }
})

test.each<[string, readonly string[] | null]>([
  ['Engine.Example., *.Trading.svc', ['engine.example', '*.trading.svc']],
  ['ü.example', ['xn--tda.example']],
  ['*.Ü.example', ['*.xn--tda.example']],
  ['my_host', ['my_host']],
  ...[
    '*',
    '*.',
    '*.*.example',
    'a.*',
    '127.0.0.1',
    '*.127.0.0.1',
    '::1',
    '[::1]',
    'http://a',
    'a:80',
    'a/b',
    'a b',
    'a..b',
    '-a',
    '.a',
  ].map((text): [string, null] => [text, null]),
])('ALLOWED_HOSTS=%s is %j', (text, hosts) => {
  const read = () =>
    loadConfig(Joi.object<{ ALLOWED_HOSTS: string[] }>({ ALLOWED_HOSTS: hostNamesSchema }), { ALLOWED_HOSTS: text })
  if (hosts === null) expect(read).toThrow('ALLOWED_HOSTS[0] is not usable')
  else expect(read().ALLOWED_HOSTS).toEqual(hosts)
})

test.each<[string, boolean]>([
  ['engine-1', true],
  ['!~', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['a b', false],
  ['a\nb', false],
  ['a\u007f', false],
  ['\u00fc-1', false],
  ['\u2028', false],
])('whether INSTANCE_ID may be %j: %s', (text, isUsable) => {
  const { INSTANCE_ID } = settingsSchema
  const read = () => loadConfig(Joi.object<{ INSTANCE_ID: string }>({ INSTANCE_ID }), { INSTANCE_ID: text })
  if (isUsable) expect(read().INSTANCE_ID).toBe(text)
  else expect(read).toThrow('INSTANCE_ID must be 1 to 128 printable ASCII characters, none of them blank')
})

it('freezes deeply', () => {
  const config = loadConfig(schema, { PORT: '80', TOKENS: 'abcd' }) as { TOKENS: string[] }
  expect(() => config.TOKENS.push('more')).toThrow(TypeError)
})
