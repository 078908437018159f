import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const OUT = join(import.meta.dirname, '../dist-web')
const SDK = join(import.meta.dirname, '../../sdk/src')

/** Beside each text file its `.br`: the gateway sends it as it is, and compresses nothing itself. */
const brotli = () => ({
  name: 'brotli',
  apply: 'build',
  writeBundle() {
    const folder = join(OUT, 'assets')
    for (const name of readdirSync(folder)) {
      if (!/\.(?:js|css|svg)$/.test(name)) continue
      const bytes = readFileSync(join(folder, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
    }
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), brotli()],
  resolve: { alias: [{ find: /^@ats\/sdk\/([a-z/-]+)$/, replacement: `${SDK}/$1.ts` }] },
  // The gateway puts the nonce of each response in place of this word.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    // A browser fetches six files at a time over HTTP/1.1: some dozens of small ones would take as many rounds.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'charts', test: /lightweight-charts|fancy-canvas/, priority: 3 },
            { name: 'shell', tags: ['$initial'], priority: 2 },
            // The calls of several screens are small files each.
            { name: 'calls', test: /web[\\/]src[\\/]api/, minShareCount: 2 },
            { name: 'shared', minShareCount: 5 },
          ],
        },
      },
    },
  },
})
