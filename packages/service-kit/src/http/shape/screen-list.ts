/** Parses and screens the JSON of a long list piece by piece, with pauses, and keeps no more than can be right. */
import type { Issue } from '@ats/contracts'
import { ISSUES_MAX } from '../../process/errors.js'
import { duplicateKey, findDuplicateKeys } from './duplicate-keys.js'
import { excessOf, measureJson, valuesMaxOf, type JsonSize } from './json-size.js'
import { NO_JSON, NO_OBJECT, parseJson } from './parse-body.js'
import { sanitize, shownName, type ScreenedValue } from './sanitize.js'
import { PIECE_LENGTH_MAX, splitList, type JsonPiece } from './split-list.js'

export type Pause = () => Promise<void>

export interface LongList {
  /** The field that is the list. */
  readonly name: string
  /** Items it may have: of a longer list, one more is read. */
  readonly itemsMax: number
  readonly keepNulls: boolean
}

export interface ScreenedList {
  readonly value: Readonly<Record<string, unknown>>
  readonly issues: readonly Issue[]
  readonly hadNulls: boolean
  /** Too little was read of it to check its shape. */
  readonly isUnread: boolean
}

/** Characters between two pauses; each piece counts for some more. */
const LENGTH_AT_A_TIME = 16_384
const LENGTH_OF_PIECE = 100

const VALUES_MAX = valuesMaxOf()

/** Reads the text of an object that should be a long list and little else. */
export async function screenListInTurns(json: string, list: LongList, pause: Pause): Promise<ScreenedList> {
  if (!/^[ \t\n\r]*\{/.test(json)) return unread(NO_OBJECT.issue)
  const screening = createScreening(list)
  let length = 0
  try {
    for (const piece of splitList(json, list.name)) {
      length += LENGTH_OF_PIECE + piece.text.length
      if (length > LENGTH_AT_A_TIME) {
        await pause()
        length = 0
      }
      screening.add(piece)
      if (screening.isEnough()) break
    }
    return screening.result()
  } catch (error) {
    if (error instanceof SyntaxError) return unread(NO_JSON.issue)
    throw error
  }
}

const unread = (issue: Issue): ScreenedList => ({ value: {}, issues: [issue], hadNulls: false, isUnread: true })

interface Screening {
  /** @throws SyntaxError */
  readonly add: (piece: JsonPiece) => void
  /** Nothing that could follow would make it right. */
  readonly isEnough: () => boolean
  readonly result: () => ScreenedList
}

function createScreening({ name: listName, itemsMax, keepNulls }: LongList): Screening {
  const issues: Issue[] = []
  const fields = new Map<string, unknown>()
  const seen = new Map<string, number>()
  let items: unknown[] = []
  let hadNulls = false
  let valuesBeside = 0
  let excess: Issue | null = null

  /** Nothing is read after a piece that is too much to be parsed. */
  const isTooMuch = (text: string, size: JsonSize, path: Issue['path'], noun: string): boolean => {
    const isLong = text.length > PIECE_LENGTH_MAX
    const message = `${noun} must not be longer than ${PIECE_LENGTH_MAX} characters`
    excess = isLong ? { path, code: 'body.size', message } : excessOf(size, path, noun, VALUES_MAX)
    return excess !== null
  }
  const note = (screened: ScreenedValue, names: number, text: string, path: Issue['path']): unknown => {
    issues.push(...screened.issues)
    hadNulls ||= screened.hadNulls
    if (names !== screened.fields)
      issues.push(...findDuplicateKeys(text).map((issue) => duplicateKey([...path, ...issue.path])))
    return screened.value
  }
  const addItem = (text: string): void => {
    const path = [listName, items.length]
    const size = sizeOf(text)
    if (isTooMuch(text, size, path, `${listName}[${items.length}]`)) return
    items.push(note(sanitize(parseJson(text), keepNulls, path), size.names, text, path))
  }
  const addField = (name: string, text: string): void => {
    const size = sizeOf(text)
    valuesBeside += 1 + size.values
    if (isTooMuch(text, { ...size, values: valuesBeside }, [], `the body beside ${listName}`)) return
    const screened = sanitize({ [name]: parseJson(text) }, keepNulls)
    const value = note(screened, size.names + 1, text, [shownName(name)])
    for (const field of Object.entries(value as object)) fields.set(...field)
  }

  return {
    add({ kind, name, text }) {
      if (kind === 'item') return addItem(text)
      seen.set(name, (seen.get(name) ?? 0) + 1)
      if (seen.get(name) === 2) issues.push(duplicateKey([shownName(name)]))
      if (kind === 'field') addField(name, text)
      else fields.set(name, (items = []))
    },
    isEnough: () => excess !== null || items.length > itemsMax || issues.length > ISSUES_MAX,
    result: () =>
      excess === null ? { value: Object.fromEntries(fields), issues, hadNulls, isUnread: false } : unread(excess),
  }
}

const sizeOf = (text: string): JsonSize => measureJson(Buffer.from(text.slice(0, PIECE_LENGTH_MAX)))
