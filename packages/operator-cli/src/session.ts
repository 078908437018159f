import { Option, type Command } from 'commander'
import { createApi, type ApiAnswer, type CallApi, type Row } from './api.js'
import { findConnection } from './config.js'
import { table, type Column } from './table.js'

/** The dependencies of every command: the service, and somewhere to print the outcome. */
export interface Session {
  readonly call: CallApi
  /** As JSON with `--json`, else in words. */
  readonly show: (value: unknown, inWords: () => string) => void
}

/** Where a command runs: its environment, and where it writes. */
export interface Host {
  readonly env: NodeJS.ProcessEnv
  readonly out: (line: string) => void
  readonly error: (line: string) => void
}

export function openSession(command: Command, { env, out }: Host): Session {
  const { json, as, note } = command.optsWithGlobals<{ json?: true; as?: string; note?: string }>()
  return {
    call: createApi(findConnection(env, as), note),
    show: (value, inWords) => out(json === true ? JSON.stringify(value, null, 2) : inWords()),
  }
}

export interface ListOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: string
}

export const LIST_OPTIONS: readonly Option[] = [
  new Option('--from <time>', 'first moment: a date, or a time such as 2026-03-06T13:30:00Z'),
  new Option('--to <time>', 'last moment'),
  new Option('--limit <n>', 'rows, at most 500 (default 100)'),
]

/** A list, newest first, and how to go on where there is more. */
export function showList(
  { show }: Session,
  { error }: Host,
  { body, olderTo }: ApiAnswer<readonly Row[]>,
  columns: readonly Column[],
): void {
  show(body, () => table(body, columns))
  if (olderTo !== null) error(`there is more: go on with --to ${olderTo}`)
}
