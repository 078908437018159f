// Given to Node with --require: ends the process by SIGKILL at the nth statement of a name, before it is sent or once it
// is answered. CRASH_AT is such as "record_webhooks before 2".
const { Client } = require('pg')

const [name, side, passage] = (process.env.CRASH_AT ?? '').split(' ')
let left = Number(passage)
const pass = () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
const { query } = Client.prototype
Client.prototype.query = function (...args) {
  if (args[0]?.name !== name) return query.apply(this, args)
  if (side === 'before') pass()
  const answered = (done) => (error, result) => {
    if (!error) pass()
    return done(error, result)
  }
  return query.apply(
    this,
    side === 'after' ? args.map((arg) => (typeof arg === 'function' ? answered(arg) : arg)) : args,
  )
}
