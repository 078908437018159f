import { execFile } from 'node:child_process'

export interface Ended {
  readonly code: number | string | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
  readonly uid?: number
  readonly gid?: number
  /** Default two minutes. */
  readonly timeoutMs?: number
}

/** Runs a program to its end, whatever that is; a `code` of null: it was killed, by the time-out for instance. */
export function run(file: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const { timeoutMs = 120_000, ...rest } = options
  return new Promise((resolve) => {
    execFile(file, args, { ...rest, timeout: timeoutMs, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : (error.code ?? null), stdout, stderr })
    })
  })
}

/** Like `run`, for what must succeed; returns what it printed. */
export async function runOrThrow(file: string, args: readonly string[], options: RunOptions): Promise<string> {
  const { code, stdout, stderr } = await run(file, args, options)
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`)
  return stdout
}
