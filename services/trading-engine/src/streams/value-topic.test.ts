import { valueTopic } from './value-topic.js'

const setup = () => {
  const state = { texts: null as readonly string[] | null, frames: 0 }
  const topic = valueTopic({
    values: [{ event: 'a' }, { event: 'b', dataOf: (text) => (state.frames++, `[${text}]`) }],
    texts: () => state.texts,
  })
  const set = (...texts: string[]) => {
    state.texts = texts
    topic.update()
  }
  const after = (version: number) => topic.after(version)?.bytes.toString() ?? null
  return { topic, state, set, after }
}

test('one that has nothing yet gets all values, and then those alone that have changed', () => {
  const { topic, set, after } = setup()
  topic.update()
  expect([topic.version(), after(0)]).toEqual([0, null])
  set('1', '1')
  expect(after(0)).toBe('event: a\ndata: 1\n\nevent: b\ndata: [1]\n\n')
  const seen = topic.version()
  set('2', '1')
  expect([after(seen), topic.after(seen)?.count]).toEqual(['event: a\ndata: 2\n\n', 1])
  expect(after(0)).toBe('event: a\ndata: 2\n\nevent: b\ndata: [1]\n\n')
})

test('one that has missed versions gets the newest of each value that has changed since', () => {
  const { topic, set, after } = setup()
  set('1', '1')
  const seen = topic.version()
  set('2', '1')
  set('2', '2')
  set('3', '2')
  expect(after(seen)).toBe('event: a\ndata: 3\n\nevent: b\ndata: [2]\n\n')
})

test('the same values, or none, are nothing new', () => {
  const { topic, state, set, after } = setup()
  set('1', '1')
  const seen = topic.version()
  set('1', '1')
  state.texts = null
  topic.update()
  expect([topic.version(), after(seen)]).toEqual([seen, null])
})

test('readers who lack the same share their frames', () => {
  const { topic, state, set } = setup()
  set('1', '1')
  expect(topic.after(0)).toBe(topic.after(0))
  expect(state.frames).toBe(1)
})
