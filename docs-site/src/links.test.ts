import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anchorsOf } from './anchors.js'
import { rewriteLinks, type LinkTargets } from './links.js'

const repository = mkdtempSync(join(tmpdir(), 'links-'))
mkdirSync(join(repository, 'docs/images'), { recursive: true })
for (const file of ['README.md', 'rooms.json', 'docs/LIVE.md', 'docs/MARKET.md', 'docs/images/a.jpg'])
  writeFileSync(join(repository, file), '')
afterAll(() => rmSync(repository, { recursive: true }))

const targets: LinkTargets = {
  repository,
  pages: new Map([
    ['README.md', { source: 'README.md', path: 'start', title: 'Start' }],
    ['docs/LIVE.md', { source: 'docs/LIVE.md', path: 'live', title: 'Live' }],
    ['docs/MARKET.md', { source: 'docs/MARKET.md', path: 'market', title: 'Market' }],
  ]),
  anchors: new Map([['docs/MARKET.md', new Set(['live-prices'])]]),
}

test.each([
  ['a page beside it', '[market](MARKET.md)', '[market](/market)'],
  ['a heading of it', '[live](MARKET.md#live-prices)', '[live](/market#live-prices)'],
  ['a page above it', '[start](../README.md)', '[start](/start)'],
  ['a file that is no page', 'held by [rooms.json](../rooms.json)', 'held by rooms.json'],
  ['a picture', '![a](images/a.jpg)', '![a](/docs/images/a.jpg)'],
  ['another site', '[x](https://example.com/y.md)', '[x](https://example.com/y.md)'],
  ['code', '```\n[market](MARKET.md)\n```', '```\n[market](MARKET.md)\n```'],
])('a link to %s', (_to, markdown, expected) => {
  expect(rewriteLinks(markdown, 'docs/LIVE.md', targets)).toMatchObject({ text: expected, problems: [] })
})

test.each([
  ['[x](NOWHERE.md)', 'docs/LIVE.md: NOWHERE.md: there is no such file'],
  ['![x](images/b.jpg)', 'docs/LIVE.md: images/b.jpg: there is no such file'],
  ['[x](MARKET.md#gone)', 'docs/LIVE.md: MARKET.md#gone: docs/MARKET.md has no heading with this anchor'],
])('%s leads nowhere', (markdown, problem) => {
  expect(rewriteLinks(markdown, 'docs/LIVE.md', targets).problems).toEqual([problem])
})

test('anchors are those of GitHub', () => {
  const page = '# `GET /v1/price`\n\n## A [link](x.md), and more\n\n```\n## code\n```\n\n## Twice\n\n## Twice\n'
  expect([...anchorsOf(page)]).toEqual(['get-v1price', 'a-link-and-more', 'twice', 'twice-1'])
})
