// Sends alerts to a hook as TradingView does for a strategy: without headers of ours, JSON as its message, 3 s for the
// answer, and again after a 5xx. The strategy: long while the average of the last FAST closes is above that of the last
// SLOW, else short. It needs no key: the address of the hook is all that it knows (docs/HOOKS.md).
//
//   HOOK=http://127.0.0.1:4000/v1/hooks/svc_hk_… node examples/tradingview.mjs
//
// It keeps nothing: each alert says the position to be in, so one that was lost or came twice does no harm. SIGTERM ends
// it, and leaves the position.
const { HOOK, ENGINE = 'http://127.0.0.1:4000' } = process.env
const { SYMBOL = 'BTC-USD', INTERVAL = '1m', FAST = '5', SLOW = '20', QUANTITY = '0.01', EVERY_S = '5' } = process.env

const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort())

/** The text of the alert, with TradingView's placeholders. */
const MESSAGE = '{"symbol": "{{ticker}}", "position": "{{strategy.position_size}}", "time": "{{timenow}}"}'

/** TradingView fills in what it knows. */
const filledIn = (values) => MESSAGE.replace(/\{\{([\w.]+)\}\}/g, (_, name) => values[name])

const TRIES = 4

/** Sends one alert; the same bytes again while the answer is a 5xx or does not come. */
async function send(body) {
  for (let number = 1; number <= TRIES && !stopping.signal.aborted; number += 1) {
    try {
      const signal = AbortSignal.timeout(3_000)
      const answer = await fetch(HOOK, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal,
      })
      if (answer.status < 500) return console.log(body, answer.status, await answer.text())
      console.log(body, answer.status)
    } catch (error) {
      console.log(body, error.name)
    }
    await sleep(1)
  }
}

const sleep = (seconds) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    stopping.signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })

const average = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

async function wantedSize() {
  const query = new URLSearchParams({ symbol: SYMBOL, interval: INTERVAL, limit: String(Number(SLOW) + 1) })
  const answer = await fetch(`${ENGINE}/v1/candles?${query}`)
  if (!answer.ok) throw new Error(`no candles: ${answer.status}`)
  const closes = (await answer.json()).filter(({ closed }) => closed).map(({ close }) => close) // newest first
  const isLong = average(closes.slice(0, Number(FAST))) > average(closes.slice(0, Number(SLOW)))
  return isLong ? QUANTITY : `-${QUANTITY}`
}

/** An alert when it starts, and whenever the strategy turns around. */
let size
while (!stopping.signal.aborted) {
  const wanted = await wantedSize().catch((error) => (console.log(error.message), size))
  if (wanted !== size) {
    await send(
      filledIn({
        ticker: SYMBOL.replace('-', ''),
        'strategy.position_size': wanted,
        timenow: new Date().toISOString(),
      }),
    )
    size = wanted
  }
  await sleep(Number(EVERY_S))
}
