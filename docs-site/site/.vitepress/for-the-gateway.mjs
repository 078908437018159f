/**
 * The gateway's Content-Security-Policy allows no script and no style within a page: what VitePress puts there goes into
 * files and classes. The gateway compresses nothing itself: each text has its `.br` beside it.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { transformerStyleToClass } from '@shikijs/transformers'

const CODE_CSS = 'code.css'
const PAGE_SCRIPTS = 'page.js'

export const CODE_CLASSES = transformerStyleToClass({ classPrefix: 'code-' })

export const codeStyles = (base) => ['link', { rel: 'stylesheet', href: `${base}${CODE_CSS}` }]

/** Scripts that choose the colours before the page is drawn: the same in every page. */
const inlineScript = /<script id="[\w-]+">([^]*?)<\/script>/g
const styleAttribute = / style="[^"]*"/g

export const moveScripts = (html, base) =>
  html
    .replace(inlineScript, '')
    .replace(styleAttribute, '')
    .replace('<meta charset="utf-8">', `<meta charset="utf-8">\n    <script src="${base}${PAGE_SCRIPTS}"></script>`)

export const scriptsIn = (html) => [...html.matchAll(inlineScript)].map(([, script]) => script).join('\n')

/** Columns of figures are right-aligned by a class. */
export function alignByClass(md) {
  for (const cell of ['th_open', 'td_open']) {
    md.renderer.rules[cell] = (tokens, index, options, _env, renderer) => {
      const token = tokens[index]
      const side = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1]
      token.attrs = token.attrs?.filter(([name]) => name !== 'style') ?? null
      if (side !== undefined) token.attrJoin('class', `align-${side}`)
      return renderer.renderToken(tokens, index, options)
    }
  }
}

/** Braces in code within a line are text, not a template. */
export function keepBraces(md) {
  const render = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (...token) => render(...token).replace('<code', '<code v-pre')
}

export function finish(outDir, scripts) {
  writeFileSync(join(outDir, CODE_CSS), CODE_CLASSES.getCSS())
  writeFileSync(join(outDir, PAGE_SCRIPTS), scripts)
  for (const name of readdirSync(outDir, { recursive: true })) {
    if (!/\.(?:html|js|css|svg)$/.test(name)) continue
    const bytes = readFileSync(join(outDir, name))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(join(outDir, `${name}.br`), brotliCompressSync(bytes, { params }))
  }
}
