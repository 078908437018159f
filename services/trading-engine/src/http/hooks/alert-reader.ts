/** Reads the fields of an alert one by one, and gathers what is wrong with them. */
import type { Issue } from '@ats/contracts'
import { isPlainText } from '@ats/service-kit/http'
import { decimalFromNumber, parseDecimal } from '../../core/values/decimal.js'
import type { AlertField, AlertFields } from './alert-fields.js'

export const ID_LENGTH_MAX = 128
export const SYMBOL_LENGTH_MAX = 64

/** A field, or a part that has fields of its own. */
type Name = AlertField | 'stop_loss' | 'take_profit' | 'stop_loss.trail'

export interface Reader {
  readonly issues: Issue[]
  readonly hasPart: AlertFields['hasPart']
  readonly isSaid: (name: AlertField) => boolean
  readonly text: (name: AlertField, lengthMax: number) => string | null
  /** Greater than 0. */
  readonly amount: (name: AlertField) => bigint | null
  readonly signed: (name: AlertField) => bigint | null
  readonly refuse: (name: Name, code: string, message: string) => null
  readonly hasIssue: (name: Name) => boolean
}

export function createReader({ valueOf, hasPart }: AlertFields): Reader {
  const issues: Issue[] = []
  const refuse = (name: Name, code: string, message: string): null => {
    issues.push({ path: name.split('.'), code: `${name}.${code}`, message: `${name} ${message}` })
    return null
  }
  const text = (name: AlertField, lengthMax: number): string | null => {
    const value = valueOf(name)
    if (value === undefined) return null
    const given = String(value)
    if (given.includes('{{')) return refuse(name, 'placeholder', 'is a placeholder that its sender has not filled in')
    if (given.length > lengthMax || !isPlainText(given))
      return refuse(name, 'text', `must be 1 to ${lengthMax} characters, without control characters`)
    return given
  }
  const signed = (name: AlertField): bigint | null => {
    const value = valueOf(name)
    const given = typeof value === 'number' ? decimalFromNumber(value) : decimalOfText(text(name, ID_LENGTH_MAX))
    if (given !== undefined && given !== null) return given
    return value === undefined || given === undefined ? null : refuse(name, 'decimal', NO_DECIMAL)
  }
  const amount = (name: AlertField): bigint | null => {
    const given = signed(name)
    return given !== null && given <= 0n ? refuse(name, 'positive', 'must be greater than 0') : given
  }
  const hasIssue = (name: Name): boolean => issues.some(({ path }) => path.join('.') === name)
  return { issues, hasPart, isSaid: (name) => valueOf(name) !== undefined, text, amount, signed, refuse, hasIssue }
}

/** Undefined: there is no text. */
const decimalOfText = (text: string | null): bigint | null | undefined =>
  text === null ? undefined : parseDecimal(text)

const NO_DECIMAL = 'must be a decimal such as 0.25, without an exponent'
