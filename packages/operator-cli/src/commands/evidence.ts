import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { CallApi, Row } from '../api.js'
import { Failure } from '../failure.js'
import { openSession, type Host } from '../session.js'

/** The program that traders check evidence with: the operator sees what they see. */
const CHECK = join(__dirname, '..', '..', 'check-evidence.mjs')

export function addEvidenceCommand(program: Command, host: Host): void {
  program
    .command('evidence')
    .description(
      'recompute a breach, a liquidated position, or all that an account has evidence of; exits with 1 on a difference',
    )
    .argument('<id>', 'of an account, a breach or a position')
    .option('--out <file>', 'where to write the bundles, for node check-evidence.mjs')
    .action(async (id: string, { out }: { out?: string }, command: Command) => {
      const { call, show } = openSession(command, host)
      const text = JSON.stringify(await readBundles(call, id), null, 1)
      if (out !== undefined) writeFile(out, text)
      const { lines, isEqual } = out === undefined ? checkCopy(text) : check(out)
      show({ id, equal: isEqual, findings: lines }, () => lines.join('\n'))
      if (!isEqual) throw new Failure('refused', 'the evidence differs')
    })
}

/** One after the other, as they are chained. */
async function readBundles(call: CallApi, id: string): Promise<readonly Row[]> {
  const bundles: Row[] = []
  let after: string | undefined
  do {
    const { body } = await call<{ readonly bundle: Row; readonly next: number | null }>('GET', `/evidence/${id}`, {
      query: { after },
    })
    bundles.push(body.bundle)
    after = body.next === null ? undefined : String(body.next)
  } while (after !== undefined)
  return bundles
}

function writeFile(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    throw new Failure('usage', `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function checkCopy(text: string): Checked {
  const directory = mkdtempSync(join(tmpdir(), 'evidence-'))
  try {
    const path = join(directory, 'bundles.json')
    writeFileSync(path, text)
    return check(path)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

interface Checked {
  readonly lines: readonly string[]
  readonly isEqual: boolean
}

function check(path: string): Checked {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHECK, path], { encoding: 'utf8' })
  if (status === null || stderr !== '') throw new Failure('refused', `the evidence cannot be read: ${stderr.trim()}`)
  return { lines: stdout.trimEnd().split('\n'), isEqual: status === 0 }
}
