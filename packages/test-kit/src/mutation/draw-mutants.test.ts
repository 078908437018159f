import type { Mutant } from './all-mutants.js'
import { isInLines, readDiff } from './changed-lines.js'
import { drawMutants } from './draw-mutants.js'

const mutantAt = (line: number, file = 'a.ts', ordinal = 0): Mutant => ({
  ...{ file, span: `${line}:0-${line}:5`, firstLine: line, lastLine: line },
  ...{ mutator: 'EqualityOperator', original: `a < ${line}`, replacement: `a >= ${line}`, ordinal },
})
const MUTANTS = Array.from({ length: 100 }, (_, line) => mutantAt(line + 1))

test('a seed draws the same mutants, in their order, another seed others', () => {
  const drawn = drawMutants(MUTANTS, 1, 10)
  expect(drawn).toHaveLength(10)
  expect(drawMutants(MUTANTS, 1, 10)).toEqual(drawn)
  expect(drawn).toEqual(MUTANTS.filter((mutant) => drawn.includes(mutant)))
  expect(drawMutants(MUTANTS, 2, 10)).not.toEqual(drawn)
})

test('the draw stays while lines move and other mutants come and go', () => {
  const namesOf = (mutants: readonly Mutant[]) => mutants.map(({ original }) => original)
  const drawn = namesOf(drawMutants(MUTANTS, 1, 10))
  const moved = MUTANTS.map((mutant) => ({ ...mutant, span: '900:0-900:5', firstLine: 900, lastLine: 900 }))
  expect(namesOf(drawMutants(moved, 1, 10))).toEqual(drawn)
  const without = MUTANTS.filter(({ original }) => original !== drawn[0])
  expect(namesOf(drawMutants(without, 1, 10))).toEqual(expect.arrayContaining(drawn.slice(1)))
})

test('a mutant is new where it touches a line that has changed', () => {
  const changed = readDiff([
    'diff --git a/a.ts b/a.ts',
    '--- a/a.ts',
    '+++ b/a.ts',
    '@@ -3,2 +3 @@ function first() {',
    '@@ -20,0 +19,2 @@ function second() {',
    '@@ -40 +40,0 @@ function third() {',
    '--- a/b.ts',
    '+++ b/b.ts',
    '@@ -1 +1 @@',
  ])
  const isNew = isInLines(changed)
  expect([2, 3, 4, 18, 19, 20, 21, 40].filter((line) => isNew(mutantAt(line)))).toEqual([3, 19, 20])
  expect([isNew(mutantAt(1, 'b.ts')), isNew(mutantAt(1, 'c.ts'))]).toEqual([true, false])
  expect(isNew({ ...mutantAt(1), lastLine: 5 })).toBe(true)
})
