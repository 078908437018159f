import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'

const CHECK = join(__dirname, '../..', '..', '..', '..', 'packages', 'operator-cli', 'check-evidence.mjs')

type Chains = readonly (readonly unknown[])[]
export interface EvidenceChecker {
  /** Prints about a file for each of the chains: that all is equal, or a line a difference. */
  check(...chains: Chains): readonly string[]
  /** The same as a process of its own, as traders run it; it takes a tenth of a second to start. */
  checkAsProcess(...chains: Chains): readonly string[]
  end(): void
}

/** The program as a function, which is given what it imports and where it writes. */
const program = compileFunction(
  readFileSync(CHECK, 'utf8')
    .replace(/^#!.*\n/, '')
    .replace(/^import .*\n/gm, ''),
  ['createHash', 'readFileSync', 'process', 'console'],
) as (hash: typeof createHash, read: typeof readFileSync, process: object, console: object) => void

interface Ended {
  readonly lines: readonly string[]
  readonly status: number | null
}

function run(paths: readonly string[]): Ended {
  const lines: string[] = []
  const own = { argv: ['node', CHECK, ...paths], exitCode: 0 }
  program(createHash, readFileSync, own, { log: (line: string) => void lines.push(line) })
  return { lines, status: own.exitCode }
}

function runProcess(paths: readonly string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, ...paths], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return { lines: stdout.trimEnd().split('\n'), status }
}

/** The program that a trader checks evidence with. */
export function startChecker(): EvidenceChecker {
  const directory = mkdtempSync(join(tmpdir(), 'evidence-test-'))
  const checkBy =
    (runProgram: typeof run) =>
    (...chains: Chains): readonly string[] => {
      const paths = chains.map((bundles, index) => {
        const path = join(directory, `${index}.json`)
        writeFileSync(path, JSON.stringify(bundles))
        return path
      })
      const { lines, status } = runProgram(paths)
      expect(status).toBe(lines.at(-1) === 'all is equal' ? 0 : 1)
      return lines.map((line) => line.replace(`${directory}/`, ''))
    }
  return {
    check: checkBy(run),
    checkAsProcess: checkBy(runProcess),
    end: () => rmSync(directory, { recursive: true }),
  }
}
