import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadLivePricesConfig } from './live-prices-config.js'

const MARKET = readFileSync(join(__dirname, '../../../../../../docs/MARKET.md'), 'utf8')

it('has the settings that docs/MARKET.md lists', () => {
  const table = MARKET.slice(MARKET.indexOf('| Variable of `npm run feed`')).split('\n\n')[0] ?? ''
  const listed = [...table.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name)
  expect(listed.sort()).toEqual(Object.keys(loadLivePricesConfig({})).sort())
})

it.each([
  [{ OSTIUM_STREAM_URL: 'wss://a.example.com/x' }, 'wss://a.example.com/x'],
  [{ OSTIUM_STREAM_URL: 'ws://127.0.0.1:80/x' }, 'ws://127.0.0.1:80/x'],
  [{ OSTIUM_STREAM_URL: 'off' }, 'off'],
  [{}, 'wss://builder.ostium.io/v1/prices/stream'],
])('takes %j as the stream', (env, url) => expect(loadLivePricesConfig(env).OSTIUM_STREAM_URL).toBe(url))

it.each([
  [{ OSTIUM_STREAM_URL: 'ws://prices.example.com' }, 'use wss'],
  [{ OSTIUM_STREAM_URL: 'https://prices.example.com' }, 'OSTIUM_STREAM_URL'],
  [{ OSTIUM_CANDLES_URLS: 'http://prices.example.com' }, 'use https'],
  [{ LIVE_SILENT_SECONDS: '1' }, 'LIVE_SILENT_SECONDS'],
])('refuses %j', (env, problem) => expect(() => loadLivePricesConfig(env)).toThrow(problem))
