import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createHmac, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { findFreePort } from '@ats/local-stack'
import { LANGUAGES, VERIFY_SAMPLES, type Language } from '../web/src/screens/developers/webhooks/verify-sample.js'

const SECRET = `whsec_${randomBytes(24).toString('base64')}`
const BODY = '{"type":"webhook.test","id":"01a2","amount":0.10}'

const hasPython = ((): boolean => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** How each sample is run; the SDK's is loaded by the name under which it is published. */
const PROGRAMS: Readonly<Record<Language, readonly [program: string, ...options: string[]]>> = {
  sdk: [process.execPath, '--input-type=module', '-e'],
  node: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function withReceiver(language: Language, work: (url: string) => Promise<void>): Promise<void> {
  const port = await findFreePort()
  const [program, ...options] = PROGRAMS[language]
  const child = spawn(program, [...options, VERIFY_SAMPLES[language]], {
    cwd: __dirname,
    env: { PATH: process.env['PATH'], WEBHOOK_SECRET: SECRET, PORT: String(port) },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  try {
    while (!(await accepts(port))) if (child.exitCode !== null) throw new Error('the receiver has ended')
    await work(`http://127.0.0.1:${port}/`)
  } finally {
    child.kill()
    await exited
  }
}

function signed(secret: string, body = BODY, at = new Date()): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64')
  return { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
}

const other = `whsec_${randomBytes(24).toString('base64')}`
const genuine = signed(SECRET)

describe.each(LANGUAGES)('the receiver in %s', (language) => {
  const run = language === 'python' && !hasPython ? test.skip : test
  run('takes what the secret has signed, and nothing else', async () => {
    await withReceiver(language, async (url) => {
      const post = async (headers: Record<string, string>, body = BODY) =>
        (await fetch(url, { method: 'POST', headers, body })).status
      const both = `${signed(other)['webhook-signature']} ${genuine['webhook-signature']}`
      expect([await post(genuine), await post({ ...genuine, 'webhook-signature': both })]).toEqual([204, 204])
      const refused = [
        await post(genuine, BODY.replace('0.10', '0.11')),
        await post(signed(other)),
        await post({ ...genuine, 'webhook-id': 'msg_2' }),
        await post(signed(SECRET, BODY, new Date(Date.now() - 301_000))),
        await post(signed(SECRET, BODY, new Date(Date.now() + 400_000))),
        await post({ 'webhook-id': 'msg_1' }),
        await post({}),
      ]
      expect(refused).toEqual(refused.map(() => 401))
    })
  })
})
