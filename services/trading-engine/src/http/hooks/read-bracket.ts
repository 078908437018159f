/**
 * The stop and the target that an alert gives to what it opens, in the words of an order. One that is there says all
 * that it needs, or nothing is opened: a position without the stop that was meant is worse than none.
 */
import type { HookLegField } from '@ats/contracts'
import { BRACKET_LEGS, type BracketLegName } from '../../core/decide/prepare-bracket.js'
import { PROTECTED } from '../../core/model/order/exit-terms.js'
import { TRIGGER_SOURCES } from '../../core/model/order/trigger.js'
import { toBracket, type BracketBody } from '../schemas/bracket.js'
import type { AlertField } from './alert-fields.js'
import { SYMBOL_LENGTH_MAX, type Reader } from './alert-reader.js'

type LegBody = NonNullable<BracketBody['stop_loss']>
type TrailBody = NonNullable<LegBody['trail']>

const DISTANCES = ['offset', 'offset_pct'] as const
const WAYS = ['trigger_price', ...DISTANCES] as const

/** Without the legs that the alert does not have; what is wrong with one is told to the reader. */
export function bracketOf(reader: Reader): ReturnType<typeof toBracket> {
  const legs = BRACKET_LEGS.filter((name) => reader.hasPart(name)).map((name) => [name, legOf(reader, name)] as const)
  if (legs.length === 0) return {}
  const protect = wordOf(reader, 'protect', PROTECTED)
  return toBracket({ ...(Object.fromEntries(legs) as BracketBody), ...(protect !== undefined && { protect }) })
}

function legOf(reader: Reader, name: BracketLegName): LegBody {
  const field = (of: HookLegField) => `${name}.${of}` as const
  const isTrailing = name === 'stop_loss' && reader.hasPart('stop_loss.trail')
  const ways = WAYS.filter((way) => reader.isSaid(field(way)))
  if (ways.length + Number(isTrailing) !== 1)
    reader.refuse(
      name,
      'one',
      `must have exactly one of ${[...WAYS, ...(name === 'stop_loss' ? ['trail'] : [])].join(', ')}`,
    )
  if (isTrailing && reader.isSaid(field('price')))
    reader.refuse(field('price'), 'trail', 'is not for a trail: it takes whatever the book gives once it fires')
  const triggerBy = wordOf(reader, field('trigger_by'), TRIGGER_SOURCES)
  return {
    ...Object.fromEntries([...ways, 'price' as const].flatMap((of) => entry(of, reader.amount(field(of))))),
    ...(triggerBy !== undefined && { trigger_by: triggerBy }),
    ...(isTrailing && { trail: trailOf(reader) }),
  }
}

function trailOf(reader: Reader): TrailBody {
  const field = <T extends string>(of: T) => `stop_loss.trail.${of}` as const
  if (DISTANCES.filter((distance) => reader.isSaid(field(distance))).length !== 1)
    reader.refuse('stop_loss.trail', 'one', `must have exactly one of ${DISTANCES.join(', ')}`)
  const names = [...DISTANCES, 'activation_price'] as const
  return Object.fromEntries(names.flatMap((of) => entry(of, reader.amount(field(of)))))
}

const entry = (name: string, value: bigint | null): readonly (readonly [string, bigint])[] =>
  value === null ? [] : [[name, value]]

function wordOf<T extends string>(reader: Reader, name: AlertField, known: readonly T[]): T | undefined {
  const given = reader.text(name, SYMBOL_LENGTH_MAX)?.toUpperCase()
  const word = known.find((one) => one === given)
  if (word === undefined && given !== undefined) reader.refuse(name, 'unknown', `must be ${known.join(', ')}`)
  return word
}
