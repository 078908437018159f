import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { transformFileSync } from '@swc/core'
import type { AtsExchange } from '@ats/ccxt'
import type * as Ccxt from 'ccxt'
import { RELEASE, ROOT } from './installed.js'

const PACKAGE = join(ROOT, 'packages', 'ccxt')
const CCXT = join(RELEASE, 'node_modules', 'ccxt')

/** Not the name of the package: that is one of the workspace here, which has no ccxt. */
const NAME = 'ccxt-class'

export interface CcxtClass {
  readonly ccxt: typeof Ccxt
  readonly AtsExchange: typeof AtsExchange
  /** An exchange of the engine at `url` by a key's headers. */
  readonly open: (url: string, headers: KeyHeaders, config?: Readonly<Record<string, unknown>>) => AtsExchange
  /** Closes all that were opened, and removes what was written to disk. */
  readonly close: () => Promise<void>
}

interface KeyHeaders {
  readonly 'x-api-key': string
  readonly 'x-api-secret': string
}

/** The class as the sources have it, beside the real ccxt: a project of its own, for ccxt is none of this one's. */
export function loadCcxtClass(): CcxtClass {
  const project = mkdtempSync(join(tmpdir(), 'ccxt-class-'))
  const modules = join(project, 'node_modules')
  const target = join(modules, NAME)
  mkdirSync(target, { recursive: true })
  symlinkSync(CCXT, join(modules, 'ccxt'))
  cpSync(join(PACKAGE, 'package.json'), join(target, 'package.json'))
  const sources = readdirSync(join(PACKAGE, 'src'), { recursive: true, encoding: 'utf8' })
  for (const file of sources.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) compile(file, target)
  const load = createRequire(join(project, 'index.js'))
  const { AtsExchange: loaded } = load(NAME) as { AtsExchange: typeof AtsExchange }
  const opened: AtsExchange[] = []
  return {
    ccxt: load('ccxt') as typeof Ccxt,
    AtsExchange: loaded,
    open(url, { 'x-api-key': apiKey, 'x-api-secret': secret }, config) {
      const exchange = new loaded({ urls: { api: url }, apiKey, secret, enableRateLimit: false, ...config })
      opened.push(exchange)
      return exchange
    },
    async close() {
      await Promise.all(opened.map(closeConnections))
      rmSync(project, { recursive: true })
    },
  }
}

function compile(file: string, target: string): void {
  const { code } = transformFileSync(join(PACKAGE, 'src', file), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs' },
    sourceMaps: 'inline',
  })
  const output = join(target, 'dist', file.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(output, code)
}

/** Ends the streams of an exchange, and the connections that ccxt would keep for a minute. */
async function closeConnections(exchange: AtsExchange): Promise<void> {
  await exchange.close()
  await (exchange['fetchDispatcher'] as { destroy(): Promise<void> } | undefined)?.destroy()
}
