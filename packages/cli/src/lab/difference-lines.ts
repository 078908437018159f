/** The first difference of two runs of each kind, as the laboratory tells it. */
export interface RunDifference {
  readonly equal: boolean
  readonly recipe: { readonly field: string; readonly first: unknown; readonly second: unknown } | null
  readonly command: Item | null
  readonly event: Item | null
}

/** A number in a list, from 1, and what is there on either side; null: nothing. */
interface Item {
  readonly number: number
  readonly first: Entry | null
  readonly second: Entry | null
}

/** A request, or an event. */
interface Entry {
  readonly at: string
  readonly method?: string
  readonly path?: string
  readonly body?: string | null
  readonly type?: string
  readonly hash?: string
}

/** In the order of cause and effect; nothing where they are equal. */
export const differenceLines = ({ recipe, command, event }: RunDifference): readonly string[] => [
  ...(recipe === null ? [] : pair(`recipe, ${recipe.field}`, written(recipe.first), written(recipe.second))),
  ...(command === null ? [] : pairOf('request', command)),
  ...(event === null ? [] : pairOf('event', event)),
]

const pairOf = (name: string, { number, first, second }: Item): readonly string[] =>
  pair(`${name} ${number}`, entryText(first), entryText(second))

const pair = (name: string, first: string, second: string): readonly string[] => [
  `${name}:`,
  `  first   ${first}`,
  `  second  ${second}`,
]

function entryText(entry: Entry | null): string {
  if (entry === null) return 'nothing'
  const { at, method, path, body, type, hash } = entry
  return [at, method, path, body, type, hash].filter((part) => part !== undefined && part !== null).join(' ')
}

const written = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
