/** The page on running it, or that on the market, names every setting that a service takes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from './support/repository.js'
import { settingsOf, type ProgramName } from './support/settings.js'

const SECRET = 'b7f3c1d09e5a48626f0d1c2b3a495867'
const DATABASE_URL = 'postgres://user@localhost/database'

/** The settings without which each refuses to start. */
const LEAST: Readonly<Record<ProgramName, Readonly<Record<string, string>>>> = {
  'trading-engine': { DATABASE_URL, WALLET_URL: 'http://localhost', WALLET_SERVICE_TOKEN: SECRET },
  wallet: { DATABASE_URL, SERVICE_TOKENS: SECRET },
  lab: { WALLET_URL: 'http://localhost', WALLET_SERVICE_TOKEN: SECRET },
  dashboard: { LOGIN: 'demo', GATEWAY_HMAC_SECRET: SECRET, SESSION_SECRETS: SECRET },
}

const pages = ['RUNNING.md', 'MARKET.md'].map((name) => readFileSync(join(REPOSITORY, 'docs', name), 'utf8')).join('\n')

test.each(Object.keys(LEAST) as ProgramName[])('every setting of %s', (name) => {
  const settings = Object.keys(settingsOf(name, { NODE_ENV: 'test', ...LEAST[name] }))
  expect(settings.length).toBeGreaterThan(20)
  expect(settings.filter((setting) => !new RegExp(`\\b${setting}\\b`).test(pages))).toEqual([])
})
