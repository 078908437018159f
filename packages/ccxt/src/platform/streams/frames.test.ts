import fc from 'fast-check'
import { frameReader, type Frame } from './frames.js'

function readAll(pieces: readonly string[]): { frames: Frame[]; retries: number[] } {
  const frames: Frame[] = []
  const retries: number[] = []
  const reader = frameReader(
    (frame) => frames.push(frame),
    (ms) => retries.push(ms),
  )
  for (const piece of pieces) reader.read(piece)
  return { frames, retries }
}

const STREAM =
  'retry: 2000\n\n: keep-alive\n\nevent: summary\ndata: {"a":"b: c"}\n\nid: 7\nevent: account\r\ndata: {}\r\n\r\n' +
  'data: one\ndata:two\nid:8\n\nid: 9\n\nretry: soon\nretry: 1200\n\nevent: half\ndata: not yet'
const FRAMES = [
  { id: undefined, event: 'summary', data: '{"a":"b: c"}' },
  { id: '7', event: 'account', data: '{}' },
  { id: '8', event: 'message', data: 'one\ntwo' },
  { id: '9', event: 'message', data: '' },
]

test('frames, comments and retries; what has not ended is no frame yet', () => {
  expect(readAll([STREAM])).toEqual({ frames: FRAMES, retries: [2000, 1200] })
})

test('wherever the stream is cut into pieces, they are the same', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 20 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), STREAM.length]
      expect(readAll(at.slice(1).map((end, index) => STREAM.slice(at[index], end))).frames).toEqual(FRAMES)
    }),
  )
})

test('a line without an end is refused', () => {
  const piece = 'x'.repeat(1024 * 1024)
  expect(() => readAll(Array.from({ length: 18 }, () => piece))).toThrow('16 MB')
})
