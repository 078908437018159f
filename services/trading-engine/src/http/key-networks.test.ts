import { createKeyNetworks, networkOf, type KeyNetwork } from './key-networks.js'

const KEY = { keyId: 'key', userId: 'anna' }

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:7:1::9', '2001:db8:7::/48'],
  ['127.0.0.1', null],
  ['::1', null],
  ['0.0.0.0', null],
])('the network of %s is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

/** A note, with what it has written and dropped. */
function aNote() {
  let [nowMs, isAway] = [Date.parse('2026-03-02T23:59:00Z'), false]
  const [written, dropped]: [KeyNetwork[][], string[]] = [[], []]
  const errors: unknown[] = []
  const note = createKeyNetworks({
    write: (networks) => {
      if (isAway) return Promise.reject(new Error('the database is away'))
      written.push([...networks])
      return Promise.resolve()
    },
    dropBefore: (day) => Promise.resolve(void dropped.push(day)),
    nowMs: () => nowMs,
    onError: (error) => void errors.push(error),
  })
  return {
    ...{ note, written, dropped, errors },
    goTo: (text: string) => void (nowMs = Date.parse(text)),
    setAway: (away: boolean) => void (isAway = away),
  }
}

test('each network of a key is written once a day, and none of many more than a case takes', async () => {
  const { note, written, dropped, goTo } = aNote()
  for (const ip of ['198.51.100.1', '198.51.100.1', '198.51.100.9', '192.0.2.1', '198.51.100.1'])
    note.onKeyUsed(KEY, ip)
  goTo('2026-03-03T00:00:00Z')
  note.onKeyUsed(KEY, '192.0.2.1')
  for (let place = 0; place < 100; place += 1) note.onKeyUsed({ ...KEY, keyId: 'many' }, `10.0.${place}.1`)
  await note.stop()
  const flat = written.flat()
  expect(flat.filter(({ keyId }) => keyId === 'key').map(({ day, network }) => `${day} ${network}`)).toEqual([
    ...['2026-03-02 198.51.100.0/24', '2026-03-02 192.0.2.0/24', '2026-03-03 192.0.2.0/24'],
  ])
  expect(flat.filter(({ keyId }) => keyId === 'many')).toHaveLength(64)
  expect(dropped).toEqual(['2025-12-31'])
})

test('what could not be written is written later', async () => {
  const { note, written, errors, setAway } = aNote()
  note.onKeyUsed(KEY, '192.0.2.1')
  setAway(true)
  await note.stop()
  expect([written, errors]).toEqual([[], [expect.any(Error)]])
  setAway(false)
  await note.stop()
  expect(written.flat()).toHaveLength(1)
})
