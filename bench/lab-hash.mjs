// Is the hash of a run's events the same whatever plays it? `node bench/lab-hash.mjs [NODE …]` (after `npm run build`): the
// same recipe and the same commands, twice with each of the given Node.js (this one, unless given), once more with one
// thread and with four for V8. Ends with 1 where two hashes differ.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const [, , ...rest] = process.argv
const MODELS = ['SYNTHETIC', 'GBM', 'GARCH']

if (rest[0] === '--play') await play(rest[1])
else await compare(rest.length > 0 ? rest : [process.execPath])

async function compare(nodes) {
  const hashes = new Map(MODELS.map((model) => [model, new Set()]))
  const ways = (node) => [
    [node, []],
    [node, []],
    [node, ['--single-threaded']],
    [node, ['--v8-pool-size=4']],
  ]
  for (const [node, flags] of nodes.flatMap(ways)) {
    const version = (await run(node, ['--version'])).stdout.trim()
    for (const model of MODELS) {
      const { stdout } = await run(node, [...flags, fileURLToPath(import.meta.url), '--play', model])
      const [hash, events] = stdout.trim().split(' ')
      hashes.get(model).add(hash)
      console.log(version, flags.join(' ') || '-', model, events, 'events', hash.slice(0, 16))
    }
  }
  const different = [...hashes].filter(([, found]) => found.size !== 1)
  console.log(different.length === 0 ? 'all equal' : `different: ${different.map(([model]) => model).join(', ')}`)
  process.exitCode = different.length === 0 ? 0 : 1
}

/** Ten days of two symbols, an order of either side every six hours, each second one with a stop. */
async function play(model) {
  const { startLocalLab } = await import('./lab-of-bench.mjs')
  const { lab, close } = await startLocalLab()
  const tape = {
    model,
    seed: 11,
    symbols: ['BTC-USD', 'ETH-USD'],
    step_ms: 60_000,
    from: '2026-03-02',
    to: '2026-03-12',
  }
  await lab.run({ plan_id: 'standard-100k', seed: 3, tape }, async (started) => {
    for (let step = 0; ; step += 1) {
      const { stopped_by: reason } = await started.advance({ by_ms: 6 * 3_600_000 })
      if (reason === 'END') break
      const [symbol, side] = [step % 2 === 0 ? 'BTC-USD' : 'ETH-USD', step % 3 === 0 ? 'SELL' : 'BUY']
      const { mark_price: mark } = await started.client.market.price(symbol)
      const stop = { trigger_price: (Number(mark) * (side === 'BUY' ? 0.98 : 1.02)).toFixed(0) }
      await started.account.place({
        ...{ symbol, side, kind: 'MARKET', quantity: symbol === 'BTC-USD' ? '0.2' : '3', client_id: `s-${step}` },
        ...(step % 2 === 0 ? { stop_loss: stop } : {}),
      })
    }
    const { events_hash: hash, events } = await started.report()
    console.log(hash, events)
  })
  close()
}
