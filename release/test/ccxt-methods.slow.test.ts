/** Methods that other exchanges have in the real ccxt are there, or the README says why not. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCcxtClass, type CcxtClass } from './support/ccxt-class.js'
import { describeInstalled, ROOT } from './support/installed.js'

type Has = Readonly<Record<string, unknown>>
const METHOD = /^(?:fetch|create|cancel|edit|set|close|watch|unWatch|add|reduce|withdraw|transfer|borrow|repay)/

describeInstalled('methods of ccxt', () => {
  let loaded: CcxtClass
  let ours: Has

  const hasOf = (name: 'hyperliquid' | 'bybit'): Has =>
    new (loaded.ccxt as unknown as { pro: Record<string, new () => { has: Has }> }).pro[name]!().has
  const namesIn = (has: Has): string[] =>
    Object.keys(has).filter((name) => METHOD.test(name) && (has[name] === true || has[name] === 'emulated'))

  beforeAll(() => {
    loaded = loadCcxtClass()
    ours = loaded.open('http://127.0.0.1:9', { 'x-api-key': '', 'x-api-secret': '' }).has
  })
  afterAll(() => loaded.close())

  test('of Hyperliquid and Bybit are there, or the table of the README has them with a reason', () => {
    const theirs = new Set([...namesIn(hasOf('hyperliquid')), ...namesIn(hasOf('bybit'))])
    const missing = [...theirs].filter((name) => ours[name] !== true).sort()
    const readme = readFileSync(join(ROOT, 'packages', 'ccxt', 'README.md'), 'utf8')
    const table = readme.slice(readme.indexOf('| why'))
    const rows = table.split('\n').filter((line) => line.startsWith('|'))
    const told = rows.slice(2).flatMap((line) => line.split('|')[2]!.match(/`[A-Za-z]+`/g) ?? [])
    expect(told.map((name) => name.slice(1, -1)).sort()).toEqual(missing)
  })
})
