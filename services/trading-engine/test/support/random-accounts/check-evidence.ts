import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const CHECK = join(__dirname, '../..', '..', '..', '..', 'packages', 'operator-cli', 'check-evidence.mjs')

/** Bundles of a thousand breaches that lie differ in many lines. */
const OUTPUT_MAX = 2 ** 28

export interface EvidenceChecker {
  /** Prints about a file for each of the chains: that all is equal, or a line a difference. */
  check(...chains: readonly (readonly unknown[])[]): readonly string[]
  end(): void
}

/** The program that a trader checks evidence with, as a process of its own. */
export function startChecker(): EvidenceChecker {
  const directory = mkdtempSync(join(tmpdir(), 'evidence-test-'))
  return {
    check(...chains) {
      const paths = chains.map((bundles, index) => {
        const path = join(directory, `${index}.json`)
        writeFileSync(path, JSON.stringify(bundles))
        return path
      })
      const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, ...paths], {
        encoding: 'utf8',
        maxBuffer: OUTPUT_MAX,
      })
      const lines = stdout.trimEnd().split('\n')
      expect({ stderr, status }).toEqual({ stderr: '', status: lines.at(-1) === 'all is equal' ? 0 : 1 })
      return lines.map((line) => line.replace(`${directory}/`, ''))
    },
    end: () => rmSync(directory, { recursive: true }),
  }
}
