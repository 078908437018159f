import type { Command } from 'commander'
import type { Act } from '../act.js'
import { readFaults } from '../lab/new-run.js'
import { readCount, readDuration } from '../read-words.js'
import type { Session } from '../session.js'
import { requireSandbox } from './trigger.js'

interface OnOptions {
  readonly last?: number
  readonly seed?: number
}

const HELP = `
The file is a list, as of a run of the laboratory:
  [{"do": "DROP_ANSWER_AFTER_COMMIT", "when": {"path": "/v1/order", "nth": 3}}, {"do": "429", "when": {"chance": 0.05}}]
They are met by requests, streams and webhooks of your key, on every replica, and by nobody else's; what decides orders
or prices (REJECT, STALE_FEED) is of runs alone. Refused where the service runs in production.`

export function addFaultCommands(program: Command, act: Act): void {
  const faults = program
    .command('faults')
    .description('have requests of your key fail in the sandbox, to see what a bot does')
    .addHelpText('after', HELP)
  const on = faults
    .command('on')
    .description('from now on, in the place of those there are')
    .argument('<file>', 'JSON: what goes wrong')
    .option('--last <duration>', 'until they end, up to 1h (default 15m)', readDuration)
    .option('--seed <n>', 'for chance', readCount)
    .addHelpText('after', HELP)
  act<OnOptions>(on, async (session, { last, seed }, [file = '']) => {
    const wanted = readFaults(file)
    await requireSandbox(session)
    const body = { faults: wanted, ...(last !== undefined && { lasts_ms: last }), ...(seed !== undefined && { seed }) }
    show(session, await session.trading.sandbox.setFaults(body))
  })
  act(faults.command('status').description('what they have met, and what was done then'), async (session) =>
    show(session, await session.trading.sandbox.faults()),
  )
  act(faults.command('off').description('end them'), async (session) =>
    show(session, await session.trading.sandbox.endFaults()),
  )
}

type Faults = Awaited<ReturnType<Session['trading']['sandbox']['faults']>>

function show(session: Session, faults: Faults): void {
  session.show(faults, () => {
    if (faults.expires_at === null) return ['no faults']
    const met = faults.faults_met.map(({ at, fault, do: action, method, path, reaction }) =>
      [at, `${fault} ${action}`, `${method} ${path}`, reaction ?? ''].join('  ').trimEnd(),
    )
    return [`until ${faults.expires_at}; met ${faults.done.join(', ')} times`, ...met]
  })
}
