import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Line } from './line.js'
import { readLines, splitCsv } from './read-lines.js'

const folder = mkdtempSync(join(tmpdir(), 'read-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function linesOf(name: string, text: string): Promise<readonly Line[]> {
  const path = join(folder, name)
  writeFileSync(path, text)
  const lines: Line[] = []
  for await (const line of readLines(path)) lines.push(line)
  return lines
}

describe('CSV', () => {
  it('has a header, numbers its lines as an editor does and leaves out blank ones', async () => {
    const header = ['time', 'price']
    for (const text of ['time,price\n1,2\n\n3,4\n', '\uFEFFtime,price\r\n1,2\r\n\r\n3,4', 'time,price\n1,2\n  \n3,4']) {
      expect(await linesOf('a.csv', text)).toEqual([
        { number: 2, header, cells: ['1', '2'] },
        { number: 4, header, cells: ['3', '4'] },
      ])
    }
  })

  it('has nothing without lines', async () => {
    expect(await linesOf('a.CSV', '')).toEqual([])
    expect(await linesOf('a.csv', 'time,price\n')).toEqual([])
  })

  it.each([
    ['a,b', ['a', 'b']],
    [',', ['', '']],
    ['"a","b"', ['a', 'b']],
    ['"1,469.25",2', ['1,469.25', '2']],
    ['"say ""no""", "b" ,c', ['say "no"', 'b', 'c']],
    ['"",""', ['', '']],
    ['"a",', ['a', '']],
    ['"a', null],
    ['a"b",c', null],
    ['"a"b,c', null],
  ])('%s', (text, cells) => {
    expect(splitCsv(text)).toEqual(cells)
  })

  it('gives back what was written', () => {
    const anyCells = fc.array(fc.string({ unit: fc.constantFrom('a', '1', '"', ',', '.', ' ') }), { minLength: 1 })
    fc.assert(
      fc.property(anyCells, (cells) => {
        const text = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
        expect(splitCsv(text)).toEqual(cells)
      }),
    )
  })
})

describe('NDJSON', () => {
  it('has the names of its first object, whatever their order later', async () => {
    const lines = await linesOf(
      'a.ndjson',
      '{"time":1,"price":"2.5"}\n\n{"price":1e-7,"time":3,"more":4}\n{"time":null}\n',
    )
    const header = ['time', 'price']
    expect(lines).toEqual([
      { number: 1, header, cells: ['1', '2.5'] },
      { number: 3, header, cells: ['3', '1e-7'] },
      { number: 4, header, cells: ['', ''] },
    ])
  })

  it('says which line is none', async () => {
    const lines = await linesOf('a.jsonl', '{"time":1}\n{"time":\n[1]\n3\nnull')
    expect(lines.slice(1).map(({ number, cells }) => [number, cells])).toEqual(
      [2, 3, 4, 5].map((number) => [number, 'this is not a JSON object']),
    )
  })
})

it('a file that is not there is an error', async () => {
  await expect(readLines(join(folder, 'none.csv')).next()).rejects.toThrow('ENOENT')
})
