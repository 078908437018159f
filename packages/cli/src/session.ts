import type { Command } from 'commander'
import type { Account, TradingClient, WalletClient } from '@ats/sdk'
import { openTrading, openWallet } from './clients.js'
import { findConnection, profilesPath, type Connection } from './config.js'
import { findAccount } from './find-account.js'
import { Failure } from './failure.js'
import { readProfiles } from './profile/profile-file.js'
import { isExposed } from './profile/private-file.js'
import { confirm } from './terminal/ask.js'
import { facts, table, type Cell, type Column } from './terminal/table.js'
import type { Terminal } from './terminal/terminal.js'

/** The dependencies of every command. */
export interface Session {
  readonly terminal: Terminal
  readonly environment: NodeJS.ProcessEnv
  readonly connection: Connection
  readonly trading: TradingClient
  /** @throws Failure usage, when it is not known where the wallet is or who the user is */
  readonly wallet: () => WalletClient
  readonly isJson: boolean
  /** The account the command is about. @throws Failure usage, when there are several and none was named */
  readonly account: () => Promise<Account>
  /** The result: as JSON with `--json`, else in words. */
  readonly show: (value: unknown, inWords: () => readonly string[]) => void
  readonly showTable: <Row>(rows: readonly Row[], columns: readonly Column<Row>[]) => void
  readonly showFacts: (value: unknown, entries: readonly (readonly [string, Cell])[]) => void
  /** @throws Failure refused, when the answer is no */
  readonly requireYes: (question: string) => Promise<void>
}

export interface GlobalOptions {
  readonly json?: true
  readonly profile?: string
  readonly account?: string
  readonly yes?: true
}

export function openSession(command: Command, terminal: Terminal, environment: NodeJS.ProcessEnv): Session {
  const options = command.optsWithGlobals<GlobalOptions>()
  const path = profilesPath(environment)
  if (isExposed(path)) terminal.note(`others on this machine can read ${path}: chmod 600 it`)
  const connection = findConnection(environment, readProfiles(path), {
    ...options,
    mayBeNew: command.name() === 'login',
  })
  const trading = openTrading(connection, terminal.note)
  const isJson = options.json === true
  const show = (value: unknown, inWords: () => readonly string[]): void => {
    if (isJson) terminal.out(JSON.stringify(value, null, 2))
    else for (const line of inWords()) terminal.out(line)
  }
  const space = { columns: terminal.columns(), paint: terminal.paint }
  return {
    terminal,
    environment,
    connection,
    trading,
    wallet: () => openWallet(connection, terminal.note),
    isJson,
    show,
    account: async () => trading.account(await findAccount(trading, connection.account)),
    showTable: (rows, columns) => show(rows, () => table(rows, columns, space)),
    showFacts: (value, entries) => show(value, () => facts(entries, terminal.paint)),
    requireYes: async (question) => {
      if (options.yes === true) return
      if (!(await confirm(terminal, question))) throw new Failure('refused', 'nothing was done')
    },
  }
}
