// KEY=… SECRET=… ACCOUNT=… node stream-reader.mjs: every event of the account, once, also over restarts of the service
const { KEY, SECRET, ACCOUNT, ENGINE = 'http://127.0.0.1:4000', AFTER = '0' } = process.env
let last = AFTER // A bot keeps it in its database, in the transaction that handles the event.
for (let wait = 2_000; ; await new Promise((resolve) => setTimeout(resolve, wait))) {
  const headers = { 'X-API-Key': KEY, 'X-API-Secret': SECRET, 'Last-Event-ID': last }
  const response = await fetch(`${ENGINE}/v1/account/${ACCOUNT}/stream`, { headers }).catch(() => null)
  if ([400, 401, 403, 404].includes(response?.status)) throw new Error(await response.text())
  let rest = ''
  try {
    for await (const text of response?.ok ? response.body.pipeThrough(new TextDecoderStream()) : []) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop()
      for (const block of blocks) {
        const { retry, id, event, data } = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/)))
        if (retry !== undefined) wait = Number(retry)
        if (data !== undefined) console.log(event, id ?? '', data) // your part
        if (id !== undefined) last = id
      }
    }
  } catch (error) {
    console.error(`the stream broke off: ${error.message}`)
  }
}
