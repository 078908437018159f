/** The form of a new run, and the request that it asks for. */
import type { NewRun } from '../../../api/lab.js'

export const MODELS = ['GBM', 'GARCH', 'SYNTHETIC'] as const
export const STEPS = ['1000', '10000', '60000', '300000'] as const
export const PACES = ['LOCKSTEP', '60', '3600', 'MAX'] as const
export const FAULTS = [
  ...(['DROP_ANSWER_AFTER_COMMIT', 'DROP_BEFORE', '429', '500', '503', '500_AFTER_COMMIT', 'DELAY'] as const),
  ...(['PARTIAL_FILL', 'ORACLE_CANCEL', 'REJECT'] as const),
  ...(['CUT_STREAM', 'DUPLICATE_EVENT', 'REORDER_EVENTS', 'STALE_FEED', 'HALT', 'DOWNTIME'] as const),
]
export type FaultName = (typeof FAULTS)[number]

/** The rule that an order is refused by where the form asks for that: every bot can meet it. */
const REFUSED_BY = 'insufficient_margin'

/** The faults that hold for a time, whatever requests come. */
const OF_SPANS: readonly FaultName[] = ['STALE_FEED', 'HALT', 'DOWNTIME']
export const isOfSpan = (name: FaultName): boolean => OF_SPANS.includes(name)
export const lastsFor = (name: FaultName): boolean => isOfSpan(name) || name === 'DELAY'

export interface FaultForm {
  readonly do: FaultName
  /** The number of the request that meets it, from 1. */
  readonly nth: string
  /** The start of a span, in minutes after that of the run. */
  readonly afterMinutes: string
  readonly forSeconds: string
}

export interface RunForm {
  readonly rules: 'plan' | 'program'
  readonly plan: string
  readonly program: string
  /** A model, or the name of a kept tape behind a colon. */
  readonly tape: string
  readonly symbols: string
  readonly from: string
  readonly days: string
  readonly step: (typeof STEPS)[number]
  readonly seed: string
  readonly pace: (typeof PACES)[number]
  readonly name: string
  readonly ackMs: string
  readonly fillMs: string
  readonly jitterMs: string
  readonly faults: readonly FaultForm[]
}

export const emptyRun = (): RunForm => ({
  ...{ rules: 'plan', plan: '', program: '', tape: 'GBM', symbols: 'BTC-USD', from: '2026-03-02', days: '14' },
  ...{ step: '60000', seed: '1', pace: 'LOCKSTEP', name: '', ackMs: '0', fillMs: '0', jitterMs: '0', faults: [] },
})

export const newFault = (): FaultForm => ({
  ...{ do: 'DROP_ANSWER_AFTER_COMMIT', nth: '1', afterMinutes: '10', forSeconds: '60' },
})

const PRICES_MAX = 1_000_000
const DAY_MS = 86_400_000

export const isKept = ({ tape }: Pick<RunForm, 'tape'>): boolean => tape.startsWith(':')

const symbolsOf = ({ symbols }: RunForm): readonly string[] =>
  symbols
    .split(',')
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== '')

/** The number of prices that a made-up tape would have; null where that cannot be said. */
export function pricesOf(form: RunForm): number | null {
  const days = wholeOf(form.days)
  if (isKept(form) || days === null || days === 0) return null
  return symbolsOf(form).length * Math.ceil((days * DAY_MS) / Number(form.step))
}

/** A whole number from 0; null: it is none. */
const wholeOf = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null)

export const isTooLong = (form: RunForm): boolean => (pricesOf(form) ?? 0) > PRICES_MAX

/** The request of a form; null: something is missing, or cannot be. */
export function newRunOf(form: RunForm): NewRun | null {
  const rules = form.rules === 'plan' ? form.plan : form.program
  const [tape, seed, latency] = [tapeOf(form), wholeOf(form.seed), latencyOf(form)]
  const faults = form.faults.map(faultOf)
  if (rules === '' || tape === null || seed === null || latency === null || faults.includes(null)) return null
  const name = form.name.trim()
  return {
    ...(form.rules === 'plan' ? { plan_id: rules } : { program_id: rules }),
    ...{ tape, seed },
    pace: form.pace === 'LOCKSTEP' || form.pace === 'MAX' ? form.pace : Number(form.pace),
    ...(faults.length > 0 && { faults: faults.filter((fault) => fault !== null) }),
    ...(latency.ack_ms + latency.fill_ms + latency.jitter_ms > 0 && { latency }),
    ...(name !== '' && { name }),
  }
}

function tapeOf(form: RunForm): NewRun['tape'] | null {
  if (isKept(form)) return { id: form.tape.slice(1) }
  const model = MODELS.find((name) => name === form.tape)
  const [days, seed, symbols, begins] = [wholeOf(form.days), wholeOf(form.seed), symbolsOf(form), Date.parse(form.from)]
  const isPossible = days !== null && days > 0 && symbols.length > 0 && !Number.isNaN(begins) && !isTooLong(form)
  if (model === undefined || !isPossible || seed === null) return null
  const to = new Date(begins + days * DAY_MS).toISOString().slice(0, 10)
  return { model, seed, symbols: [...symbols], step_ms: Number(form.step), from: form.from, to }
}

function latencyOf({ ackMs, fillMs, jitterMs }: RunForm) {
  const [ack, fill, jitter] = [wholeOf(ackMs), wholeOf(fillMs), wholeOf(jitterMs)]
  return ack === null || fill === null || jitter === null ? null : { ack_ms: ack, fill_ms: fill, jitter_ms: jitter }
}

type Fault = NonNullable<NewRun['faults']>[number]

function faultOf({ do: name, nth, afterMinutes, forSeconds }: FaultForm): Fault | null {
  const [number, after, lasts] = [wholeOf(nth), wholeOf(afterMinutes), wholeOf(forSeconds)]
  if (lastsFor(name) && (lasts === null || lasts === 0)) return null
  if (isOfSpan(name)) {
    if (after === null) return null
    return { do: name, when: { after_ms: after * 60_000 }, for_ms: (lasts ?? 0) * 1_000 }
  }
  if (number === null || number === 0) return null
  return {
    ...{ do: name, when: { nth: number } },
    ...(lastsFor(name) && { for_ms: (lasts ?? 0) * 1_000 }),
    ...(name === 'REJECT' && { rule: REFUSED_BY }),
  }
}
