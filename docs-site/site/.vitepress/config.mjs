import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import {
  alignByClass,
  CODE_CLASSES,
  codeStyles,
  finish,
  keepBraces,
  moveScripts,
  scriptsIn,
} from './for-the-gateway.mjs'

const BASE = '/docs/'
const { anchorOf } = createRequire(import.meta.url)('../../dist/anchors.js')
const sidebar = JSON.parse(readFileSync(join(import.meta.dirname, '../pages/sidebar.json'), 'utf8'))
const scripts = new Set()

export default defineConfig({
  title: 'Trading Service',
  description: 'A self-hosted trading service for algorithmic traders and prop firms',
  lang: 'en-US',
  base: BASE,
  srcDir: 'pages',
  outDir: '../../packages/dashboard/dist-docs',
  cleanUrls: true,
  metaChunk: true,
  // It would add a style to the page while the colours change.
  appearance: { disableTransition: false },
  // A link that leads nowhere fails the build, but for those to the services of `npm start`.
  ignoreDeadLinks: 'localhostLinks',
  head: [codeStyles(BASE)],
  markdown: {
    html: false,
    attrs: { disable: true },
    anchor: { slugify: anchorOf },
    codeTransformers: [CODE_CLASSES],
    config: (md) => [alignByClass, keepBraces].forEach((change) => change(md)),
  },
  themeConfig: {
    nav: [
      { text: 'First order', link: '/start' },
      { text: 'Clients', link: '/clients' },
      { text: 'API', link: '/api/engine/orders' },
      { text: 'Operate', link: '/running' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
  transformHtml(html) {
    scripts.add(scriptsIn(html))
    return moveScripts(html, BASE)
  },
  buildEnd: ({ outDir }) => finish(outDir, [...scripts].join('\n')),
})
