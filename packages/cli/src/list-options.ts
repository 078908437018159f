import { Option, type Command } from 'commander'
import { readCount } from './read-words.js'

export interface ListOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: number
}

export const withListOptions = (command: Command): Command =>
  command
    .addOption(new Option('--from <time>', 'first moment: a date, or a time such as 2026-03-06T13:30:00Z'))
    .addOption(new Option('--to <time>', 'last moment'))
    .addOption(new Option('--limit <n>', 'rows at most (default 100)').argParser(readCount))

export const DEFAULT_ROWS = 100
