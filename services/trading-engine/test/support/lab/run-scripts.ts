/** Processes in the place of a run that do what no run may do, as scripts of Node. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SCRIPTS = {
  /** Answers that it has begun, and then what it was asked. */
  answers: `process.on('message', ({ id, ask }) => process.send({ kind: 'answer', id, value: ask.kind }))`,
  /** Takes memory that is no part of V8's heap. */
  eats: `const held = []; setInterval(() => held.push(Buffer.alloc(16 << 20, 1)), 5)
    setInterval(() => process.send({ kind: 'beat', rssBytes: 0, report: null }), 20)`,
  /** Never gets to its messages again. */
  loops: `process.on('message', () => { for (;;); })`,
  /** Ends while it is asked. */
  dies: `process.on('message', () => process.exit(3))`,
  /** Says that it lives, for ever. */
  lives: `setInterval(() => process.send({ kind: 'beat', rssBytes: 1, report: null }), 20)`,
  /** Says nothing. */
  idles: `process.on('message', () => undefined)`,
  /** Refuses what it is asked. */
  refuses: `process.on('message', ({ id }) => process.send({ kind: 'refusal', id, message: 'no', isBusy: true }))`,
}

export type RunScript = keyof typeof SCRIPTS

export function scriptOf(name: RunScript): string {
  const path = join(mkdtempSync(join(tmpdir(), 'ats-lab-')), `${name}.cjs`)
  writeFileSync(path, SCRIPTS[name])
  return path
}
