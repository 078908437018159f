/** The whole stack as `npm start` runs it, on databases of the test, and the command line beside it. */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, type Writable } from 'node:stream'
import { awaitRunning, makeInstallation, startLauncher } from '@ats/local-stack'
import { createTestDatabase } from '@ats/test-kit'
import { run } from '../../src/run.js'

export const ATS = join(__dirname, '..', '..', 'bin', 'ats.js')

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

export interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>
  out(): string
  error(): string
  readonly ended: Promise<Ended>
  /** Resolves once the result matches; fails with everything it said when it ends before. */
  until(pattern: RegExp, from?: 'out' | 'error'): Promise<void>
}

export type Environment = Readonly<Record<string, string>>

export interface Stack {
  readonly engineUrl: string
  readonly walletUrl: string
  readonly dataDir: string
  /** The environment of every command: the data of the stack, and a home of the test. */
  readonly environment: Environment
  /** A process of its own. */
  start(words: readonly string[], environment?: Environment): Running
  /** Runs it to its end, in this process. */
  ats(
    words: readonly string[],
    options?: { readonly input?: string; readonly environment?: Environment },
  ): Promise<Ended>
  /** The JSON of a command that has to succeed. */
  json<T>(words: readonly string[]): Promise<T>
  close(): Promise<void>
}

/** `settings`: of the services, beside those of every test. */
export async function startStack(settings: Environment = {}): Promise<Stack> {
  const [installation, wallet, engine] = await Promise.all([
    makeInstallation(),
    createTestDatabase('wallet'),
    createTestDatabase('trading-engine'),
  ])
  const { PATH = '' } = installation.environment
  const home = mkdtempSync(join(tmpdir(), 'ats-home-'))
  const launcher = await awaitRunning(
    startLauncher(installation, {
      ...{ WALLET_DATABASE_URL: wallet.url, ENGINE_DATABASE_URL: engine.url, FUNDING: 'none' },
      ...settings,
    }),
  )
  const environment = {
    ...{ PATH, HOME: home, DATA_DIR: installation.dataDir, TERM: 'xterm-256color' },
    ...{ XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') },
  }
  const start = (words: readonly string[], more: Environment = {}): Running =>
    watchProcess(process.execPath, [ATS, ...words], { ...environment, ...more })
  const ats: Stack['ats'] = async (words, { input = '', environment: more } = {}) => {
    const [stdout, stderr] = [collect(), collect()]
    const env = { ...environment, ...more }
    const code = await run(words, { stdin: Readable.from([input]), stdout: stdout.stream, stderr: stderr.stream, env })
    return { code, out: stdout.text(), error: stderr.text() }
  }
  return {
    engineUrl: installation.engineUrl,
    walletUrl: installation.walletUrl,
    dataDir: installation.dataDir,
    environment,
    start,
    ats,
    async json<T>(words: readonly string[]) {
      const { code, out, error } = await ats([...words, '--json'])
      if (code !== 0) throw new Error(`ats ${words.join(' ')} ended with ${code}: ${error}`)
      return JSON.parse(out) as T
    },
    async close() {
      launcher.signalGroup('SIGINT')
      await launcher.ended
      installation.remove()
      rmSync(home, { recursive: true, force: true })
      await Promise.all([wallet.drop(), engine.drop()])
    },
  }
}

function collect(): { readonly stream: PassThrough; text(): string } {
  const stream = new PassThrough({ encoding: 'utf8' })
  const texts: string[] = []
  stream.on('data', (text: string) => texts.push(text))
  return { stream, text: () => texts.join('') }
}

export function watchProcess(program: string, words: readonly string[], environment: Environment): Running {
  const child = spawn(program, words, { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  const texts = { out: '', error: '' }
  const watchers = new Set<() => void>()
  const gather = (stream: Readable, name: 'out' | 'error'): void => {
    stream.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text
      for (const look of watchers) look()
    })
  }
  gather(child.stdout, 'out')
  gather(child.stderr, 'error')
  // A command may end before it has read what it is given.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...texts }))
  return {
    child,
    out: () => texts.out,
    error: () => texts.error,
    ended,
    until: (pattern, from = 'out') =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(texts[from])) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        void ended.then(({ code, out, error }) =>
          reject(new Error(`ended with ${code} before ${String(pattern)}:\n${out}\n${error}`)),
        )
        look()
      }),
  }
}
