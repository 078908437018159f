import { medianOf } from '../report/median.js'
import { createSend, type Answered, type Send, type Sent } from './http-client.js'
import type { LoopMeasurement } from './probe.js'

/** A request that is as much work as the service lets anybody ask for. */
export interface BlockingCase {
  /** The operation's id in the route table. */
  readonly operationId: string
  /** The worst case that it exercises. */
  readonly detail: string
  /** The expected status; 200 when absent. */
  readonly status?: number
  /** The nth time, from 0; before it is looked at. */
  readonly next: (n: number) => Sent | Promise<Sent>
}

export interface BlockingMeasurement {
  readonly name: string
  readonly sentBytes: number
  readonly answeredBytes: number
  /** The longest turn of the loop: the least of the repetitions, which noise can only lengthen, and their median. */
  readonly leastMs: number
  readonly medianMs: number
  /** The most CPU time of a turn: the least of the repetitions; 0 where it cannot be measured. */
  readonly turnCpuMs: number
  readonly cpuMs: number
}

export interface BlockingTarget {
  readonly send: Send
  readonly probePort: number
}

export interface BlockingScale {
  readonly warmups: number
  readonly repetitions: number
}

/** Each case by itself, on a process that has seen it a few times before. */
export async function measureBlocking(
  { send, probePort }: BlockingTarget,
  cases: readonly BlockingCase[],
  { warmups, repetitions }: BlockingScale,
  report: (measured: BlockingMeasurement) => void,
): Promise<void> {
  const ask = createSend(probePort)
  const looked = async (at: 'turns' | 'cpu' | 'end'): Promise<LoopMeasurement> =>
    JSON.parse((await ask({ method: 'GET', path: `/${at}` })).text) as LoopMeasurement
  for (const blockingCase of cases) {
    let n = 0
    let answer: Answered = { status: 0, text: '' }
    let sent: Sent = { method: 'GET', path: '' }
    let problem = ''
    const once = async (at: 'turns' | 'cpu'): Promise<LoopMeasurement> => {
      sent = await blockingCase.next(n++)
      await looked(at)
      answer = await send(sent).catch((error: unknown) => ({ status: 0, text: String(error) }))
      const seen = await looked('end')
      const { status = 200 } = blockingCase
      if (answer.status !== status) problem = `: ${answer.status} ${answer.text.slice(0, 200)}`
      return seen
    }
    for (let warmup = 0; warmup < warmups; warmup += 1) await once('cpu')
    const turns: number[] = []
    const turnCpus: number[] = []
    const cpus: number[] = []
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const { blockedMs, turnCpuMs } = await once('turns')
      turns.push(blockedMs)
      turnCpus.push(turnCpuMs)
    }
    for (let repetition = 0; repetition < repetitions; repetition += 1) cpus.push((await once('cpu')).cpuMs)
    report({
      name: `${blockingCase.operationId}${blockingCase.detail === '' ? '' : `: ${blockingCase.detail}`}${problem}`,
      sentBytes: sent.body?.length ?? 0,
      answeredBytes: answer.text.length,
      leastMs: Math.min(...turns),
      medianMs: medianOf(turns),
      turnCpuMs: Math.min(...turnCpus),
      cpuMs: medianOf(cpus),
    })
  }
}
