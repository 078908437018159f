import { TapeError } from '@ats/sdk/tape'
import { FILE_MAX, readTapeFile, TapeFileError } from './read-file.js'

const fileOf = (text: string, size = text.length) => ({ name: 'a.csv', size, text: () => Promise.resolve(text) })
const read = (text: string, options: { size?: number; symbol?: string; signal?: AbortSignal } = {}) => {
  const shares: number[] = []
  const reading = readTapeFile(fileOf(text, options.size), {
    symbol: options.symbol,
    onProgress: (share) => shares.push(share),
    signal: options.signal ?? new AbortController().signal,
  })
  return { reading, shares }
}

test('a large file is read in parts, between which the page goes on', async () => {
  const rows = Array.from({ length: 9_000 }, (_, index) => `${index},${index + 1}`)
  let turns = 0
  const timer = setInterval(() => (turns += 1))
  const { reading, shares } = read(['time,price', ...rows].join('\n'), { symbol: 'BTC-USD' })
  expect(await reading).toHaveLength(9_000)
  clearInterval(timer)
  expect(shares.length).toBeGreaterThanOrEqual(4)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  expect(turns).toBeGreaterThan(0)
})

test('a file that is too large is not even opened', async () => {
  const { reading } = read('', { size: FILE_MAX + 1 })
  await expect(reading).rejects.toEqual(new TapeFileError('large'))
})

test('what is no text, and what is no tape, is refused with its reason', async () => {
  await expect(read('PK\u0003\0').reading).rejects.toEqual(new TapeFileError('binary'))
  await expect(read('time,price\n1,x', { symbol: 'A' }).reading).rejects.toThrow('line 2 of a.csv: x is not a price')
  await expect(read('time,price\n1,1').reading).rejects.toMatchObject({ kind: 'symbol' })
  await expect(read('time,price,symbol\n1,1,B', { symbol: 'A' }).reading).rejects.toThrow(TapeError)
})

test('another file ends the reading of the one before', async () => {
  const aborted = AbortSignal.abort(new Error('another'))
  await expect(read('time,price\n1,1', { symbol: 'A', signal: aborted }).reading).rejects.toThrow('another')
})
