import { open, unlink, type FileHandle } from 'node:fs/promises'
import type { Command } from 'commander'
import type { CallApi } from '../api.js'
import { Failure } from '../failure.js'
import { openSession, type Host } from '../session.js'
import { facts } from '../table.js'

interface TapePage {
  readonly prices: readonly TapePrice[]
  readonly next: number | null
}
/** A rate that a tick does not have is null. */
type TapePrice = Readonly<Record<(typeof COLUMNS)[number], string | null>>

/** As MARKET_FEED=replay reads them. */
const COLUMNS = [
  ...(['time', 'symbol', 'venue', 'price', 'bid', 'ask', 'index'] as const),
  ...(['carry_long', 'carry_short', 'funding_long', 'funding_short'] as const),
]
/** Pages of 32 ticks: some minutes of prices. */
const PAGES_PER_LINE = 50

interface ExportOptions {
  readonly from: string
  readonly to: string
  readonly symbols?: string
  readonly venue?: string
}

export function addTickCommands(program: Command, host: Host): void {
  program
    .command('ticks')
    .description('the published ticks of live prices')
    .command('export')
    .description('write them into a recording that MARKET_FEED=replay takes')
    .argument('<file>', 'CSV; one that exists is kept')
    .requiredOption('--from <time>', 'first moment: a date, or a time such as 2026-03-06T13:30:00Z')
    .requiredOption('--to <time>', 'last moment')
    .option('--symbols <list>', 'only these, comma separated')
    .option('--venue <venue>', 'only GMX, or only OSTIUM')
    .action(async (path: string, options: ExportOptions, command: Command) => {
      const { call, show } = openSession(command, host)
      const file = await create(path)
      try {
        const exported = await writeTape(call, options, file, host)
        await file.sync()
        if (exported === 0) throw new Failure('refused', 'no price was published then: nothing was written')
        show({ file: path, prices: exported }, () => facts({ file: path, prices: exported }))
      } catch (error) {
        // A file that is there is whole.
        await unlink(path)
        throw error
      } finally {
        await file.close()
      }
    })
}

/** A page in memory at a time. */
async function writeTape(call: CallApi, options: ExportOptions, file: FileHandle, host: Host): Promise<number> {
  await file.appendFile(`${COLUMNS.join(',')}\n`)
  let exported = 0
  let after: string | undefined
  for (let pages = 1; ; pages++) {
    const { prices, next } = (await call<TapePage>('GET', '/ticks', { query: { ...options, after } })).body
    await file.appendFile(prices.map((price) => `${COLUMNS.map((name) => price[name] ?? '').join(',')}\n`).join(''))
    exported += prices.length
    if (next === null) return exported
    after = String(next)
    const latest = prices.at(-1)?.time
    if (pages % PAGES_PER_LINE === 0) host.error(`${exported} prices${latest === undefined ? '' : ` until ${latest}`}`)
  }
}

async function create(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx')
  } catch (error) {
    throw new Failure('usage', `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
