/** The program of clients/python/tests/storm as a process: it reads intents and says what it was told of each. */
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { OutcomeUnknown, type Placement } from '@ats/sdk'

const PACKAGE = join(__dirname, '../../../../clients/python')

export type Mode = 'sync' | 'async'

export interface Sent {
  readonly number: number
  readonly account_id: string
  readonly key: string
  readonly secret: string
  readonly order: object
  /** Seconds. */
  readonly deadline: number
}

interface Said {
  readonly attempt?: true
  readonly number?: number
  readonly error?: string
  readonly message?: string
  readonly placed?: boolean
  readonly id: string
  readonly status: string
  readonly trades: number
  readonly filled: string
  readonly quantity: string
}

/** The Python of an environment that has the package as it is now. */
export const findInstalledPython = (): string =>
  execFileSync(process.execPath, [join(PACKAGE, 'check.mjs'), '--install'], { encoding: 'utf8' }).trim()

export interface TraderOptions {
  readonly python: string
  readonly mode: Mode
  readonly engineUrl: string
  /** 0: nothing fails. */
  readonly seed: number
  readonly bots: number
  readonly onAttempt: () => void
  readonly onReport: (number: number, told: Placement | Error) => void
}

export class PythonTrader {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #ended: Promise<unknown>
  #errors = ''

  constructor({ python, mode, engineUrl, seed, bots, onAttempt, onReport }: TraderOptions) {
    const words = [join(PACKAGE, 'tests/storm/trader.py'), mode, engineUrl, String(seed), String(bots)]
    this.#child = spawn(python, words)
    this.#child.stdin.on('error', () => undefined) // it was killed
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()))
    createInterface(this.#child.stdout).on('line', (line) => {
      const said = readLine(line)
      if (said?.attempt === true) onAttempt()
      else if (said?.number !== undefined) onReport(said.number, toldOf(said))
    })
    this.#ended = once(this.#child, 'close')
  }

  /** Sends all of them, and waits for the end of the process, or that it is killed. @throws what it wrote to stderr */
  async run(intents: Iterable<Sent>): Promise<void> {
    this.#child.stdin.end([...intents].map((intent) => `${JSON.stringify(intent)}\n`).join(''))
    await this.#ended
    if (this.#errors !== '') throw new Error(this.#errors)
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

/** A line that a kill has cut says nothing. */
function readLine(line: string): Said | null {
  try {
    return JSON.parse(line) as Said
  } catch {
    return null
  }
}

/** As `reconcile` reads it. */
function toldOf(said: Said): Placement | Error {
  const { error, message = '' } = said
  if (error === 'OutcomeUnknown') return new OutcomeUnknown(message, { clientId: null, lookUp: '' })
  if (error !== undefined) return Object.assign(new Error(message), { name: error })
  if (said.placed !== true) return { placed: false, violations: [], clientId: '' } as unknown as Placement
  const { id, status, filled, quantity } = said
  const order = { id, status, filled_quantity: filled, quantity }
  return { placed: true, order, trades: Array.from({ length: said.trades }) } as unknown as Placement
}
