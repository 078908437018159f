import type { Command } from 'commander'
import type { Act } from '../act.js'
import type { AccountRecord } from '../bodies.js'
import type { Cell } from '../terminal/table.js'
import { stateCell } from './accounts.js'

export function addKillSwitchCommands(program: Command, act: Act): void {
  const killSwitch = program.command('kill-switch').description('stop an account from trading, and let it trade again')
  const on = killSwitch
    .command('on')
    .description('cancel working orders and halt the account; protective stops stay')
    .option('--flatten', 'close every position, too')
    .option('-y, --yes', 'without asking')
  act<{ readonly flatten?: true }>(on, async (session, { flatten }) => {
    const account = await session.account()
    await session.requireYes(`Halt the account${flatten ? ' and close every position' : ''}?`)
    const killed = await account.useKillSwitch({ flatten: flatten === true })
    session.showFacts(killed, [
      ['state', stateCell(killed.account.state)],
      ['cancelled', countOf(killed.cancelled, 'order')],
      ['closed', countOf(killed.closed, 'position')],
      ['still closing', countOf(killed.liquidating, 'position')],
      ...(killed.cancelling.length === 0
        ? []
        : [['still cancelling', `${killed.cancelling.length} at the venue`] as const]),
    ])
    session.terminal.note('ats kill-switch off lets it trade again')
  })
  const off = killSwitch.command('off').description('lift it').option('-y, --yes', 'without asking')
  act(off, async (session) => {
    const account = await session.account()
    await session.requireYes('Let the account trade again?')
    const lifted = await account.liftKillSwitch()
    session.showFacts(lifted, stateFacts(lifted))
  })
  act(killSwitch.command('status').description('whether the account is held, and by whom'), async (session) => {
    const found = await (await session.account()).get()
    session.showFacts({ state: found.state, state_reason: found.state_reason, holds: found.holds }, stateFacts(found))
  })
}

const countOf = (ids: readonly string[], noun: string): string => `${ids.length} ${noun}${ids.length === 1 ? '' : 's'}`

const stateFacts = ({ state, state_reason, holds }: AccountRecord): readonly (readonly [string, Cell])[] => [
  ['state', stateCell(state)],
  ['reason', state_reason ?? '-'],
  ...holds.map(
    ({ kind, since, until }) =>
      ['held by', `${kind} since ${since}${until === null ? '' : ` until ${until}`}`] as const,
  ),
]
