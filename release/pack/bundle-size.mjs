/**
 * Prints the bytes, minified and compressed, of a page that holds nothing but a statement:
 * `node bundle-size.mjs FOLDER "export { TradingClient } from '@ats/sdk'"`, with the package in FOLDER/node_modules.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'tsdown'

const [folder, statement] = process.argv.slice(2)
writeFileSync(join(folder, 'page.mjs'), `${statement}\n`)
await build({
  cwd: folder,
  config: false,
  entry: [join(folder, 'page.mjs')],
  platform: 'browser',
  minify: true,
  dts: false,
  outDir: join(folder, 'page'),
  deps: { alwaysBundle: [/./] },
  outExtensions: () => ({ js: '.js' }),
  logLevel: 'error',
})
process.stdout.write(String(gzipSync(readFileSync(join(folder, 'page/page.js')), { level: 9 }).length))
