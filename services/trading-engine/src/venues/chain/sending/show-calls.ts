import type { Call } from '../../port.js'
import { quantityOf } from '../rpc/rpc-values.js'
import { simulationKey } from './sign-next.js'
import type { Simulation } from './wallet-view.js'

interface Shown {
  readonly requestId: string | null
  readonly calls: readonly Call[]
  /** The reason why there are none. */
  readonly reason: string
}

/** Writes a line for each transaction that would be sent. */
export function showCalls(
  { requestId, calls, reason }: Shown,
  simulations: ReadonlyMap<string, Simulation>,
  write: (about: Readonly<Record<string, unknown>>, line: string) => void,
): void {
  if (calls.length === 0) write({ requestId, reason }, `dry run, nothing to send: ${reason}`)
  for (const call of calls) {
    const { to, data, value, description } = call
    const outcome = outcomeOf(simulations.get(simulationKey(requestId, call)))
    write({ requestId, to, data, value: quantityOf(value), outcome }, `dry run, not sent: ${description}`)
  }
}

function outcomeOf(simulation: Simulation | undefined): string {
  if (simulation?.kind === 'runs') return `runs, ${simulation.gas} gas`
  return simulation?.kind === 'reverts' ? `reverts: ${simulation.reason}` : 'not known'
}
