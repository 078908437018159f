import { deflateSync } from 'node:zlib'
import { unpackWoff } from './woff.js'

/** A file with two tables, of which the first is packed. */
function aWoff(): Buffer {
  const [long, short] = [Buffer.alloc(50, 'a'), Buffer.from('xyz')]
  const packed = deflateSync(long)
  const head = Buffer.alloc(44 + 2 * 20)
  head.write('wOFF', 0, 'latin1')
  head.writeUInt32BE(0x00010000, 4)
  head.writeUInt16BE(2, 12)
  const entry = (place: number, tag: string, offset: number, size: number, length: number): void => {
    head.write(tag, place, 'latin1')
    for (const [index, value] of [offset, size, length, 7].entries()) head.writeUInt32BE(value, place + 4 + 4 * index)
  }
  entry(44, 'aaaa', head.length, packed.length, long.length)
  entry(64, 'bbbb', head.length + packed.length, short.length, short.length)
  return Buffer.concat([head, packed, short])
}

test('tables are unpacked and stand where the directory says, at multiples of four', () => {
  const font = unpackWoff(aWoff())
  expect(font.readUInt32BE(0)).toBe(0x00010000)
  expect(font.readUInt16BE(4)).toBe(2)
  const tables = [12, 28].map((entry) => {
    const offset = font.readUInt32BE(entry + 8)
    const table = font.subarray(offset, offset + font.readUInt32BE(entry + 12)).toString()
    return [font.toString('latin1', entry, entry + 4), offset % 4, table]
  })
  expect(tables).toEqual([
    ['aaaa', 0, 'a'.repeat(50)],
    ['bbbb', 0, 'xyz'],
  ])
})

test('another file is refused', () => {
  expect(() => unpackWoff(Buffer.from('OTTO'.padEnd(60)))).toThrow('no WOFF file')
})
