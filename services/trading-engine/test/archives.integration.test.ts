/** Answers and events of every version are repeated to the byte by this one, whatever became of their rows. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readEvents, recordArchive, restoreArchive, send, type Archive } from './support/archive.js'
import { startEngine, type TestEngine } from './support/engine/engine.js'

const FOLDER = join(__dirname, 'archives')

async function expectRepeated(archive: Archive) {
  const database = await restoreArchive(archive)
  const engine = await startEngine({ databaseUrl: database.url, ROLE: 'api' })
  const { key } = engine.as({ userId: archive.userId })
  for (const call of archive.calls) {
    const { status, text, isReplay } = await send(engine, key, call)
    expect({ status, text, isReplay }).toEqual({ status: call.status, text: call.text, isReplay: true })
  }
  for (const [accountId, events] of Object.entries(archive.events)) {
    expect(await readEvents(engine, key, accountId)).toBe(events)
    expect(await readEvents(engine, key, accountId, 1)).toBe(events)
  }
  return { engine, key, close: () => engine.close().then(() => database.drop()) }
}

/** Whether what has been placed on the account is stored as a reference to its events. */
async function isShared({ pool }: TestEngine, clientId: string): Promise<boolean> {
  const { rows } = await pool.query<{ response: string }>('select response from commands where client_id = $1', [
    clientId,
  ])
  return rows[0]!.response.includes('\n')
}

const KEPT = readdirSync(FOLDER).filter((name) => name.endsWith('.gz'))

test.each(KEPT)('of %s', async (name) => {
  const archive = JSON.parse(gunzipSync(readFileSync(join(FOLDER, name))).toString()) as Archive
  const { engine, key, close } = await expectRepeated(archive)
  const [accountId] = Object.keys(archive.events)
  const body = { account_id: accountId, symbol: 'ETH-USD', side: 'BUY', kind: 'MARKET', quantity: 1, client_id: 'new' }
  const { text } = await send(engine, key, { path: '/v1/order', body })
  expect(await send(engine, key, { path: '/v1/order', body })).toEqual({ status: 200, text, isReplay: true })
  // The version that wrote the archive may be gone back to, and reads no shared texts.
  expect(await isShared(engine, 'new')).toBe(false)
  await close()
})

test('of the present, which RECORD_ARCHIVE=true keeps for versions to come', async () => {
  const engine = await startEngine()
  const archive = await recordArchive(engine)
  const placed = archive.calls.map(({ body }) => body['client_id']).filter((id) => typeof id === 'string')
  const shared = await Promise.all(placed.map((clientId) => isShared(engine, clientId)))
  expect(placed.filter((_clientId, index) => !shared[index])).toEqual(['account', 'filled.as.text'])
  await engine.close()
  const statuses = archive.calls.map(({ status, text }) => `${status} ${/"status":"(\w+)"/.exec(text)?.[1] ?? ''}`)
  expect(new Set(statuses)).toEqual(
    new Set(['201 ', '200 FILLED', '200 OPEN', '200 EXPIRED', '200 PENDING', '200 CANCELLED', '200 ']),
  )
  await (await expectRepeated(archive)).close()
  if (process.env['RECORD_ARCHIVE'] === 'true')
    writeFileSync(join(FOLDER, `${archive.migration}.json.gz`), gzipSync(JSON.stringify(archive)))
})
