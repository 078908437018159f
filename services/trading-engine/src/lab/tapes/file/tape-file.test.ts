import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decimal, price } from '../../../core/values/decimal.js'
import { TAPE_BYTES_MAX } from './tape-bytes.js'
import { readTapeFile, writeTapeFile } from './tape-file.js'

let folder = ''
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'tapes-'))))
afterEach(() => rm(folder, { recursive: true }))

const series = {
  ...{ symbol: 'BTC-USD', venue: 'GMX' as const, tickSize: price(decimal('0.1')) },
  ...{ slots: Uint32Array.of(0, 9), prices: Uint32Array.of(5, 6), spreads: null, flags: null, funding: [] },
}
const TAPE = { firstTick: 7, series: [series] }

test('a file is read as it was written, and nothing else is left', async () => {
  const path = join(folder, 'day.tape')
  const written = await writeTapeFile(path, TAPE)
  expect(await readTapeFile(path)).toEqual(written)
  expect(written.tape).toEqual(TAPE)
  expect(await readdir(folder)).toEqual(['day.tape'])
})

test('a file that is named after a hash has to have it', async () => {
  const { id } = await writeTapeFile(join(folder, 'a.tape'), TAPE)
  await writeTapeFile(join(folder, `${id}.tape`), TAPE)
  expect((await readTapeFile(join(folder, `${id}.tape`))).id).toBe(id)
  const other = join(folder, `${'0'.repeat(64)}.tape`)
  await writeTapeFile(other, TAPE)
  await expect(readTapeFile(other)).rejects.toThrow(`its name says ${'0'.repeat(64)}, and its bytes are ${id}`)
})

test('a file that was cut is refused wherever that was', async () => {
  const path = join(folder, 'cut.tape')
  await writeTapeFile(path, TAPE)
  for (let left = (await readFile(path)).length - 1; left >= 0; left -= 1) {
    await truncate(path, left)
    await expect(readTapeFile(path)).rejects.toThrow(/cut\.tape: (?:this is no tape|the checksum)/)
  }
})

test('what is no file, or too large, is refused unread', async () => {
  await expect(readTapeFile(join(folder, 'none'))).rejects.toThrow('there is no such file')
  await expect(readTapeFile(folder)).rejects.toThrow('this is no file')
  const large = join(folder, 'large.tape')
  await writeFile(large, '')
  await truncate(large, TAPE_BYTES_MAX + 1)
  await expect(readTapeFile(large)).rejects.toThrow('at most')
})

test('a second spelling of a tape is refused, for it would be a second name', async () => {
  const path = join(folder, 'spelt.tape')
  await writeTapeFile(path, { firstTick: 7, series: [] })
  const { createByteWriter } = await import('../../../market/feeds/published/byte-codec.js')
  const writer = createByteWriter()
  // The last byte is the count of series, 0, here in two bytes.
  for (const byte of [...Buffer.from('ATStape'), 1, 7, 0x80, 0]) writer.byte(byte)
  await writeFile(path, writer.finish())
  await expect(readTapeFile(path)).rejects.toThrow('not as this program writes them')
})

test('a file that cannot be written leaves none', async () => {
  await expect(writeTapeFile(join(folder, 'gone', 'x.tape'), TAPE)).rejects.toThrow('ENOENT')
  expect(await readdir(folder)).toEqual([])
})
