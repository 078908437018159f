import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser'

/** A value of a JSON text, with its place there: from `start` until before `end`. */
export type JsonNode = JsonObject | JsonArray | JsonScalar

interface Placed {
  readonly start: number
  readonly end: number
}

export interface JsonMember {
  readonly name: string
  /** The place of the name. */
  readonly start: number
  readonly value: JsonNode
}

export interface JsonObject extends Placed {
  readonly kind: 'object'
  readonly members: readonly JsonMember[]
}

export interface JsonArray extends Placed {
  readonly kind: 'array'
  readonly items: readonly JsonNode[]
}

export interface JsonScalar extends Placed {
  readonly kind: 'string' | 'number' | 'boolean' | 'null'
  /** The content of a string; of all else the text as it is written, so that a number keeps its digits. */
  readonly text: string
}

/** The reasons why a text is not JSON, by those of the parser. */
const FAULTS = {
  InvalidSymbol: 'symbol_unknown',
  InvalidCharacter: 'string_wrong',
  InvalidEscapeCharacter: 'string_wrong',
  InvalidUnicode: 'string_wrong',
  UnexpectedEndOfString: 'string_unfinished',
  InvalidNumberFormat: 'number_unfinished',
  UnexpectedEndOfNumber: 'number_unfinished',
  InvalidCommentToken: 'comment',
  PropertyNameExpected: 'name_expected',
  ColonExpected: 'colon_expected',
  ValueExpected: 'value_expected',
  CommaExpected: 'comma_expected',
  CloseBraceExpected: 'comma_expected',
  CloseBracketExpected: 'comma_expected',
  EndOfFileExpected: 'more_follows',
} as const

export type JsonFault = (typeof FAULTS)[keyof typeof FAULTS] | 'name_twice' | 'too_deep'

export interface JsonProblem {
  readonly fault: JsonFault
  readonly at: number
}

export type ParsedJson =
  { readonly root: JsonNode; readonly problem?: never } | { readonly root?: never; readonly problem: JsonProblem }

const DEPTH_MAX = 100

class NotJson extends Error {
  constructor(readonly problem: JsonProblem) {
    super(problem.fault)
  }
}

/** Reads JSON (RFC 8259) with the place of each value; a name that is there twice in an object is a problem, too. */
export function parseJson(text: string): ParsedJson {
  try {
    return { root: readRoot(text) }
  } catch (error) {
    if (error instanceof NotJson) return { problem: error.problem }
    throw error
  }
}

const fail = (fault: JsonFault, at: number): never => {
  throw new NotJson({ fault, at })
}

/** An object or a list whose end is not read yet; the items of a list have no names. */
interface Open {
  readonly start: number
  key: Pick<JsonMember, 'name' | 'start'>
  readonly members: JsonMember[]
}

const opened = (start: number): Open => ({ start, key: { name: '', start }, members: [] })

function readRoot(text: string): JsonNode {
  const outer: Open[] = []
  let inner = opened(0)
  const add = (value: JsonNode): unknown => inner.members.push({ ...inner.key, value })
  const begin = (start: number): void => {
    outer.push(inner)
    if (outer.length > DEPTH_MAX + 1) fail('too_deep', start)
    inner = opened(start)
  }
  const end = (kind: 'object' | 'array') => (offset: number, length: number) => {
    const { start, members } = inner
    inner = outer.pop() ?? inner
    const place = { start, end: offset + length }
    add(kind === 'object' ? { kind, ...place, members } : { kind, ...place, items: members.map(({ value }) => value) })
  }
  const visitor: JSONVisitor = {
    onObjectBegin: begin,
    onArrayBegin: begin,
    onObjectEnd: end('object'),
    onArrayEnd: end('array'),
    onObjectProperty: (name, start) => {
      if (inner.members.some((known) => known.name === name)) fail('name_twice', start)
      inner.key = { name, start }
    },
    onLiteralValue: (value: string | number | boolean | null, start, length) => {
      const written = text.slice(start, start + length)
      const kind = value === null ? 'null' : (typeof value as Exclude<JsonScalar['kind'], 'null'>)
      add({ kind, start, end: start + length, text: typeof value === 'string' ? value : written })
    },
    onError: (code, at) => fail(FAULTS[printParseErrorCode(code) as keyof typeof FAULTS], at),
  }
  visit(text, visitor, { disallowComments: true })
  return inner.members[0]?.value ?? fail('value_expected', 0)
}

/** The line and column of a place, from 1. */
export function positionOf(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

export type JsonPath = readonly (string | number)[]

/** The value at a path. */
export function nodeAt(root: JsonNode | undefined, path: JsonPath): JsonNode | undefined {
  let node = root
  for (const step of path) {
    if (node?.kind === 'object') node = node.members.find(({ name }) => name === String(step))?.value
    else if (node?.kind === 'array') node = node.items[Number(step)]
    else return undefined
  }
  return node
}

/** The value at the longest part of a path that is there. */
export function nearestNode(root: JsonNode, path: JsonPath): JsonNode {
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(root, path.slice(0, length))
    if (node !== undefined) return node
  }
  return root
}

export interface JsonLeaf {
  readonly path: readonly string[]
  readonly node: JsonNode
}

/** The values that are no objects with members, in order; lists are leaves where no item of them is an object. */
export function leavesOf(node: JsonNode, path: readonly string[] = []): readonly JsonLeaf[] {
  if (node.kind === 'array' && node.items.some(({ kind }) => kind === 'object'))
    return node.items.flatMap((item, place) => leavesOf(item, [...path, String(place)]))
  if (node.kind !== 'object' || node.members.length === 0) return [{ path, node }]
  return node.members.flatMap(({ name, value }) => leavesOf(value, [...path, name]))
}
