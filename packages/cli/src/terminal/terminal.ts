import type { Readable, Writable } from 'node:stream'
import { ReadStream, WriteStream } from 'node:tty'
import { choosePaint, plain, type Paint } from './paint.js'

/** The parts of a process that a command works with. */
export interface Host {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  readonly env: NodeJS.ProcessEnv
}

/** Where a command prints and asks. Nothing but results goes to standard output. */
export interface Terminal {
  /** A line of the result. */
  readonly out: (line: string) => void
  /** A line of everything else. */
  readonly note: (line: string) => void
  /** Characters of the terminal; undefined where the result goes into a file or a pipe. */
  readonly columns: () => number | undefined
  readonly paint: Paint
  readonly notePaint: Paint
  /** Where questions are asked; undefined without a terminal. */
  readonly person: { readonly input: Readable; readonly output: Writable } | undefined
  /** The screen itself, and its keys; undefined where the output is not a terminal. */
  readonly screen: { readonly output: WriteStream; readonly input: ReadStream | undefined } | undefined
  /** Everything on standard input, to its end. */
  readonly readInput: () => Promise<string>
}

export function openTerminal({ stdin, stdout, stderr, env }: Host, hasColours: boolean): Terminal {
  const choose = (stream: Writable): Paint => (hasColours ? choosePaint(stream instanceof WriteStream, env) : plain)
  const keys = stdin instanceof ReadStream ? stdin : undefined
  return {
    out: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    columns: () => (stdout instanceof WriteStream ? stdout.columns : undefined),
    paint: choose(stdout),
    notePaint: choose(stderr),
    person: keys !== undefined && stderr instanceof WriteStream ? { input: keys, output: stderr } : undefined,
    screen: stdout instanceof WriteStream ? { output: stdout, input: keys } : undefined,
    readInput: async () => {
      const chunks: Buffer[] = []
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array))
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
