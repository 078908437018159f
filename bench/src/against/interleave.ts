/** `A` is the earlier revision, `C` the same once more as the control, `B` the work tree. */
export const STACKS = ['A', 'C', 'B'] as const
export type StackName = (typeof STACKS)[number]

const ORDERS: readonly (readonly StackName[])[] = [
  ['A', 'C', 'B'],
  ['A', 'B', 'C'],
  ['C', 'A', 'B'],
  ['C', 'B', 'A'],
  ['B', 'A', 'C'],
  ['B', 'C', 'A'],
]

/**
 * In which order the stacks take their turns, round after round: all six orders once, then again, each time shuffled.
 * So each stack is as often first, and after each other, whatever the machine does in between.
 * `random`: 0 to 1, 1 excluded.
 */
export function* interleave(random: () => number): Generator<readonly StackName[], never> {
  for (;;) yield* shuffle(ORDERS, random)
}

function shuffle<T>(items: readonly T[], random: () => number): readonly T[] {
  const left = [...items]
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}
