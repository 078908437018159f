/**
 * Values of a decision as short JSON, and back: decimals are strings that begin with `~`, exact and without the zeros
 * at their end. Fields that are null, false, empty or absent are left out; who reads them knows which there may be. So
 * is `clientId`, which the row of the command has.
 */
export function writeInput(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value.startsWith(MARK) ? MARK + value : value)
    case 'bigint':
      return `"${MARK}${shortDigits(value)}"`
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? writeList(value) : writeFields(value)
    case 'number':
    case 'boolean':
      return String(value)
    default:
      return 'null'
  }
}

const MARK = '~'
/** Nothing of it has to be escaped. */
const PLAIN = /^[A-Za-z0-9_:. -]*$/
const EMPTY = '{}'

function writeList(values: readonly unknown[]): string {
  let text = ''
  for (const value of values) text += text === '' ? writeInput(value) : `,${writeInput(value)}`
  return `[${text}]`
}

function writeFields(fields: object): string {
  let text = ''
  for (const name in fields) {
    const value = (fields as Readonly<Record<string, unknown>>)[name]
    if (value === null || value === undefined || value === false || name === 'clientId') continue
    const written = writeInput(value)
    if (written !== EMPTY) text += text === '' ? `"${name}":${written}` : `,"${name}":${written}`
  }
  return `{${text}}`
}

function shortDigits(value: bigint): string {
  const digits = value.toString()
  let end = digits.length
  while (end > 1 && digits.charCodeAt(end - 1) === ZERO_DIGIT) end -= 1
  const zeros = digits.length - end
  return zeros < WORTH_IT ? digits : `${digits.slice(0, end)}e${zeros}`
}

const ZERO_DIGIT = 48
const WORTH_IT = 3

/** The same with every field as it is: for what is long or rare. */
export const writeWhole = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) => {
    if (typeof one === 'bigint') return MARK + one.toString()
    return typeof one === 'string' && one.startsWith(MARK) ? MARK + one : one
  })

/** @throws SyntaxError where the text is of neither of them */
export const readInput = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown) => (typeof value === 'string' ? readString(value) : value))

function readString(text: string): string | bigint {
  if (!text.startsWith(MARK)) return text
  if (text.startsWith(MARK + MARK)) return text.slice(1)
  const [digits = '', zeros = '0'] = text.slice(1).split('e')
  return BigInt(digits) * 10n ** BigInt(zeros)
}
