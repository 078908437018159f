import { parseEnv } from 'node:util'
import { envFile, envFileName } from '../web/src/screens/developers/keys/env-file.js'

const secrets = { engineUrl: 'http://127.0.0.1:4000', key: 'svc_ak_1', secret: 'svc_sk_2' }

test('the file has what examples read', () => {
  expect(parseEnv(envFile({ ...secrets, label: 'My bot', webhookSecret: 'whsec_MDE=' }))).toEqual({
    ENGINE: 'http://127.0.0.1:4000',
    KEY: 'svc_ak_1',
    SECRET: 'svc_sk_2',
    WEBHOOK_SECRET: 'whsec_MDE=',
  })
  expect(parseEnv(envFile({ ...secrets, label: '' }))).not.toHaveProperty('WEBHOOK_SECRET')
})

test.each(['a\nKEY=other', 'a\r\nENGINE=http://other', 'a\u2028KEY=other'])('label %j adds no variable', (label) =>
  expect(parseEnv(envFile({ ...secrets, label }))).toMatchObject({ KEY: 'svc_ak_1', ENGINE: 'http://127.0.0.1:4000' }),
)

test.each([
  ['My bot 2', 'my-bot-2.env'],
  ['../../etc', 'etc.env'],
  ['日本', 'key.env'],
])('%s is saved as %s', (label, name) => expect(envFileName(label)).toBe(name))
