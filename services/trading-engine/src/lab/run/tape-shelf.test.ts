import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadCatalogue } from '../../market/catalogue.js'
import { encodeTape, tapeIdOf } from '../tapes/file/tape-bytes.js'
import { modelTape } from '../tapes/models/model.js'
import { playedTapeOf } from './recipe.js'
import { createTapeShelf } from './tape-shelf.js'

const catalogue = loadCatalogue()
const folder = mkdtempSync(join(tmpdir(), 'ats-tapes-'))
const from = Date.parse('2026-03-02T00:00:00Z') * 1_000
const tape = modelTape(
  { model: 'SYNTHETIC', of: { seed: 1, symbols: ['BTC-USD'], from, to: from + 60_000_000, every: 4 } },
  catalogue,
)
const bytes = encodeTape(tape)
const id = tapeIdOf(bytes)
writeFileSync(join(folder, 'march.tape'), bytes)
writeFileSync(join(folder, 'notes.txt'), 'no tape')

test('the library comes first, then files, and both are found by name and by hash', async () => {
  const shelf = createTapeShelf(folder)
  const listed = await shelf.list()
  expect(listed[0]).toMatchObject({ name: 'gap', path: null })
  expect(listed.at(-1)).toEqual({ model: 'STORED', id, name: 'march', path: join(folder, 'march.tape'), about: null })
  expect(await shelf.find('march')).toEqual(await shelf.find(id))
  expect(await shelf.find('gap')).toEqual(listed[0])
  expect(await shelf.find('notes')).toBeNull()
})

test('a file that is written again is another tape; a folder that is not there has none', async () => {
  const shelf = createTapeShelf(folder)
  expect(await shelf.find('later')).toBeNull()
  writeFileSync(join(folder, 'later.tape'), 'one')
  const before = await shelf.find('later')
  writeFileSync(join(folder, 'later.tape'), 'another')
  expect((await shelf.find('later'))?.id).not.toBe(before?.id)
  expect((await createTapeShelf('/nowhere').list()).every(({ path }) => path === null)).toBe(true)
})

test('the part of a kept tape is played that was asked for, and none whose bytes are others', async () => {
  const kept = { model: 'STORED', id, name: 'march', path: join(folder, 'march.tape') } as const
  const part = await playedTapeOf({ tape: kept, from: from + 10_000_000, to: null }, catalogue)
  expect(part.firstTick - tape.firstTick).toBe(40)
  await expect(playedTapeOf({ tape: { ...kept, id: '0' }, from: null, to: null }, catalogue)).rejects.toThrow(
    'and not 0',
  )
})
