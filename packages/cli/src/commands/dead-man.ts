import type { Command } from 'commander'
import type { Act } from '../act.js'
import { choiceOption } from '../orders/order-options.js'
import { readDuration } from '../read-words.js'
import { abortOnInterrupt } from '../terminal/interrupt.js'
import type { Cell } from '../terminal/table.js'

const ACTIONS = ['CANCEL_OPENING', 'CANCEL_ALL', 'FLATTEN'] as const
const DEFAULT_TIMEOUT_MS = 60_000

interface ArmOptions {
  readonly timeout?: number
  readonly action?: (typeof ACTIONS)[number]
  readonly hold?: true
}

const HELP = `
CANCEL_OPENING cancels what could open a position, CANCEL_ALL also what reduces one, FLATTEN closes all positions.
Stops of open positions stay, until FLATTEN has closed them. Armed again before it runs out, it begins again.`

export function addDeadManCommands(program: Command, act: Act): void {
  const deadMan = program
    .command('dead-man')
    .description("the dead-man's switch: it acts when it is not renewed in time")
    .addHelpText('after', HELP)
  const on = deadMan
    .command('on')
    .description('arm it, or renew it')
    .option('--timeout <duration>', 'from 5s to 1h (default 60s)', readDuration)
    .addOption(choiceOption('--action <action>', 'what it does (default CANCEL_OPENING)', ACTIONS))
    .option('--hold', 'renew it until Ctrl-C, then disarm it; if this process dies, it runs out')
    .addHelpText('after', HELP)
  act<ArmOptions>(on, async (session, { timeout = DEFAULT_TIMEOUT_MS, action = 'CANCEL_OPENING', hold }) => {
    const { note } = session.terminal
    const account = await session.account()
    const onMissed = ({ message }: Error): void => note(`not renewed: ${message}`)
    const guard = await account.armDeadManSwitch({ timeout_ms: timeout, action }, { onMissed })
    session.showFacts(guard.latest, switchFacts(guard.latest))
    if (hold !== true) return guard.stop()
    note('renewing it; Ctrl-C disarms it')
    await untilInterrupted()
    await guard.disarm()
    note('disarmed')
  })
  act(deadMan.command('off').description('disarm it'), async (session) => {
    const disarmed = await (await session.account()).disarmDeadManSwitch()
    session.show(disarmed, () => ['disarmed'])
  })
  act(deadMan.command('status').description('whether it is armed, and when it runs out'), async (session) => {
    const found = await (await session.account()).deadManSwitch()
    if (found.armed) session.showFacts(found, switchFacts(found))
    else session.show(found, () => ['not armed'])
  })
}

/** Keeps the process running, which the heartbeats do not. */
async function untilInterrupted(): Promise<void> {
  const { signal, release } = abortOnInterrupt()
  const running = setInterval(() => undefined, DEFAULT_TIMEOUT_MS)
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  clearInterval(running)
  release()
}

interface Armed {
  readonly timeout_ms?: number | null
  readonly action?: string | null
  readonly expires_at?: string | null
}

const switchFacts = ({ timeout_ms, action, expires_at }: Armed): readonly (readonly [string, Cell])[] => [
  ['armed', { text: 'yes', style: 'green' }],
  ['timeout', `${(timeout_ms ?? 0) / 1_000} s`],
  ['action', action ?? '-'],
  ['runs out', expires_at ?? '-'],
]
