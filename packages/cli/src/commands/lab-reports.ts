import type { Command } from 'commander'
import type { Act } from '../act.js'
import { Failure } from '../failure.js'
import { differenceLines, type RunDifference } from '../lab/difference-lines.js'
import { askLabTool } from '../lab/lab-tool.js'

interface Remade {
  readonly equal: boolean
  readonly events: number
  readonly events_hash: string
  readonly event: RunDifference['event']
  /** The first request that was answered otherwise; absent: none was. */
  readonly command?: { readonly number: number; readonly status: number }
}

/** Commands about reports in files: those of `ats lab run --reports`, and those that the dashboard saves. */
export function addReportCommands(lab: Command, act: Act): void {
  const replay = lab
    .command('replay')
    .description('make a run again from its report, and compare every event')
    .argument('<report>', 'its file')
    .option('--tapes <folder>', 'where kept tapes are looked for', '.data/lab/tapes')
  act<{ readonly tapes: string }>(replay, async ({ environment, show }, { tapes }, [report = '']) => {
    const made = await askLabTool<Remade>(['recreate', report, '--tapes', tapes], environment)
    const { equal, event, command, events, events_hash: hash } = made
    show(made, () => [
      equal ? `equal: ${events} events, ${hash}` : 'different',
      ...differenceLines({ equal, recipe: null, command: null, event }),
      ...(command === undefined ? [] : [`request ${command.number} was answered by ${command.status}`]),
    ])
    if (!equal) throw new Failure('refused', 'it came out otherwise')
  })
  const diff = lab
    .command('diff')
    .description('the first field, request and event in which two runs differ')
    .argument('<first>', 'the file of a report')
    .argument('<second>', 'that of the other')
  act(diff, async ({ environment, show }, _options, [first = '', second = '']) => {
    const difference = await askLabTool<RunDifference>(['compare', first, second], environment)
    show(difference, () => [difference.equal ? 'equal' : 'different', ...differenceLines(difference)])
    if (!difference.equal) throw new Failure('refused', 'their events differ')
  })
}
