/** Published ticks when the publisher dies, announcements are lost, or bytes change on disk. */
import { startFaultProxy } from '@ats/test-kit'
import { listTicks } from '../../src/store/read/published-ticks.js'
import { pollUntil } from '../support/poll-until.js'
import { LISTED, markAt, openTickStage, type TickStage } from '../support/market/tick-stage.js'
import { createTickWitness } from '../support/market/tick-witness.js'

let stage: TickStage
beforeEach(async () => {
  stage = await openTickStage()
})
afterEach(() => stage.close())

const [first = LISTED[0]!] = LISTED
const lastTick = async (): Promise<number> => (await listTicks(stage.pool, 0, 1_000_000)).at(-1)?.number ?? 0

test('several processes show the same prices, and those that are stored, whichever publishes', async () => {
  const witness = createTickWitness()
  const processes = await Promise.all([stage.open(), stage.open(), stage.open(false)])
  const turnsOf = () => processes.map(({ logs }) => logs.text().split('this process publishes').length - 1)
  await stage.watch(witness, processes, 6)
  for (let turn = 0; turn < 2; turn++) {
    const before = String(turnsOf())
    await stage.endConnections('trading-engine publisher %')
    await pollUntil(
      () => Promise.resolve(String(turnsOf())),
      (turns) => turns !== before,
    )
    await stage.watch(witness, processes, 4)
  }
  expect(await witness.contradictions(stage.pool)).toEqual([])
  const turns = turnsOf()
  expect(turns.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(3)
  expect(turns[2]).toBe(0)
})

test('without announcements the table is read', async () => {
  const witness = createTickWitness()
  const publisher = await stage.open()
  const url = new URL(stage.databaseUrl)
  const proxy = await startFaultProxy({ targetPort: Number(url.port) })
  url.port = String(proxy.port)
  const follower = await stage.open(false, url.toString())
  await stage.watch(witness, [publisher, follower], 3)
  await proxy.mode('hang')
  await stage.watch(witness, [publisher, follower], 6)
  await proxy.mode('forward')
  await stage.watch(witness, [publisher, follower], 3)
  expect(await witness.contradictions(stage.pool)).toEqual([])
  await follower.close()
  await proxy.close()
})

test('a new publisher repeats what was told last until its sources have said something', async () => {
  const publisher = await stage.open()
  stage.prices.set(first, 7)
  await pollUntil(
    () => Promise.resolve(publisher.quote(first)),
    (quote) => quote?.mark === markAt(first, 7),
  )
  stage.prices.set(first, 50)
  for (const listed of LISTED) stage.mute.add(listed)
  await publisher.close()
  const before = await lastTick()
  const next = await stage.open()
  const repeated = await pollUntil(
    () => Promise.resolve(next.quote(first)),
    (quote) => (quote?.tick ?? 0) > before,
  )
  const stored = await listTicks(stage.pool, before, 1)
  expect(stored[0]?.isSnapshot).toBe(true)
  expect(repeated?.staleReason).toBeNull()
  expect(repeated?.mark).not.toBe(markAt(first, 50))
  stage.mute.clear()
  await pollUntil(
    () => Promise.resolve(next.quote(first)),
    (quote) => quote?.mark === markAt(first, 50),
  )
})

test('a price is stale when nothing is published any more', async () => {
  const publisher = await stage.open()
  await stage.watch(createTickWitness(), [publisher], 2)
  await publisher.close()
  const last = publisher.quote(first, (await lastTick()) + 1)?.tick ?? NaN
  expect(publisher.quote(first, last + 20)).toMatchObject({ staleReason: null })
  expect(publisher.quote(first, last + 30)).toMatchObject({ staleReason: 'silent' })
})

test('bytes that are not what was published are refused, until a tick tells all again', async () => {
  const publisher = await stage.open()
  const witness = createTickWitness()
  await stage.watch(witness, [publisher], 3)
  // It has changed on disk since: a process that reads it now must not take it for a price.
  const changed = await stage.pool.query<{ number: string }>(
    `update published_ticks set block = set_byte(block, 12, get_byte(block, 12) # 1)
      where number = (select max(number) from published_ticks where not is_snapshot) returning number`,
  )
  const number = Number(changed.rows[0]?.number)
  const late = await stage.open(false)
  expect(late.logs.text()).toContain('not what was published')
  expect(late.quote(first, number)?.tick).not.toBe(number)
  await pollUntil(
    () => Promise.resolve(late.quote(first)),
    (quote) => (quote?.tick ?? 0) > number,
  )
  const stored = await listTicks(stage.pool, number, 100)
  const all = stored.find(({ isSnapshot }) => isSnapshot)?.number ?? 0
  expect(late.quote(first, all - 1)?.tick).toBeLessThan(number)
  expect(late.quote(first, all)?.tick).toBe(all)
  expect(late.quote(first, all)).toEqual(publisher.quote(first, all))
})
