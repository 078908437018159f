import { createLogger } from './logger.js'

const KEY = `svc_ak_${'1'.repeat(48)}`
const SECRET = `svc_sk_${'2'.repeat(48)}`

function logged(log: (logger: ReturnType<typeof createLogger>) => void): {
  line: string
  entry: Record<string, unknown>
} {
  const lines: string[] = []
  log(createLogger({ service: 'test', level: 'trace', destination: { write: (line) => void lines.push(line) } }))
  expect(lines).toHaveLength(1)
  return { line: lines[0]!, entry: JSON.parse(lines[0]!) as Record<string, unknown> }
}

it('writes one JSON line with service, time and level', () => {
  const { line, entry } = logged((logger) => logger.info({ port: 1 }, 'a\nb\u001b[31m'))
  expect(entry).toMatchObject({ service: 'test', level: 30, port: 1, msg: 'a\nb\u001b[31m' })
  expect(entry['time']).toMatch(/^\d{4}-.*Z$/)
  expect(line.indexOf('\n')).toBe(line.length - 1)
})

it.each<[string, object]>([
  ['a field that is named like one', { secret: 'plain', nested: { authorization: 'plain', token: 'plain' } }],
  ['headers', { 'x-api-secret': 'plain', headers: { 'x-api-key': 'plain' } }],
])('redacts %s', (_case, fields) => {
  expect(logged((logger) => logger.info(fields)).line).not.toContain('plain')
})

it.each([
  ['a key in the message', KEY],
  ['a secret', SECRET],
  ['a key in upper case', KEY.toUpperCase()],
  ['a webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ['a bearer token', 'Bearer abc.def-123'],
  ['the password of a connection string', 'postgres://wallet:hunter2@127.0.0.1/wallet'],
])('scrubs %s wherever it appears', (_case, text) => {
  const hidden = text.replace(/^Bearer /, '').replace(/^.*:(hunter2)@.*$/, '$1')
  for (const log of [
    (logger: ReturnType<typeof createLogger>) => logger.info(`before ${text} after`),
    (logger: ReturnType<typeof createLogger>) => logger.info({ deep: { er: [{ text }] } }),
    (logger: ReturnType<typeof createLogger>) => logger.error({ err: new Error(text, { cause: new Error(text) }) }),
  ]) {
    const { line } = logged(log)
    expect(line).not.toContain(hidden)
    expect(line).toContain('[redacted]')
  }
})

it('writes errors with type, code, stack and cause, and none of their other fields', () => {
  const cause = Object.assign(new Error('inner'), {
    code: '23505',
    detail: 'Key (a)=(private)',
    parameters: ['private'],
  })
  const { line, entry } = logged((logger) => logger.error({ err: new TypeError('outer', { cause }) }))
  expect(entry['err']).toMatchObject({
    type: 'TypeError',
    message: 'outer',
    cause: { message: 'inner', code: '23505' },
  })
  expect(line).not.toContain('private')
})

it('survives errors that cause each other, and things thrown that are no errors', () => {
  const [first, second] = [new Error('first'), new Error('second')]
  first.cause = second
  second.cause = first
  expect(logged((logger) => logger.error({ err: first })).line).toContain('second')
  expect(logged((logger) => logger.error({ err: 'text' })).entry['err']).toEqual({ type: 'string' })
})
