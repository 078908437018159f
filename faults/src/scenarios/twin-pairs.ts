import { randomUUID } from 'node:crypto'
import { carryOut, readBack, sendOnce, type BotOptions, type Replica } from '../bots/bot.js'
import { place } from '../bots/steps.js'
import { withTestBed, type TestBed } from './test-bed.js'
import { conclude, expectAllAcknowledged, type Scenario } from './scenario.js'

/** The same order, with the same client_id, at the same instant to both replicas: one order, one answer. */
export const twinPairs: Scenario = {
  name: 'twin-pairs',
  title: 'twin pairs on two replicas',
  run: (context) =>
    withTestBed(context, { name: 'twin-pairs', engines: 2 }, async (testBed) => {
      const pairs = context.count(500, 50)
      let sent = 0
      await Promise.all(
        testBed.bots.map(async (bot) => {
          while (sent < pairs) {
            sent += 1
            context.progress(`${sent}/${pairs} pairs`)
            await sendTwins(testBed, bot)
          }
        }),
      )
      const { operations, checks } = await testBed.verify()
      return conclude({
        injected: pairs,
        operations,
        checks: [...checks, expectAllAcknowledged('every twin gets the answer', operations)],
      })
    }),
}

async function sendTwins({ replicas, history }: TestBed, bot: BotOptions): Promise<void> {
  const account = bot.random.pick(bot.accounts)
  const invocation = history.invoke({
    bot: bot.bot,
    userId: bot.key.userId,
    ...place(account, bot.random, randomUUID()),
  })
  const answered = await Promise.all(
    replicas.map(async (replica: Replica) => {
      const attempt = await sendOnce(bot, invocation, replica)
      history.append(attempt)
      // A bot whose twin is still being decided is refused, and repeats its request to the same replica.
      return attempt.type === 'info' ? carryOut({ ...bot, replicas: [replica] }, invocation) : attempt
    }),
  )
  const [first] = answered
  const orderId = first?.type === 'ok' ? account.note(invocation, first.text) : null
  if (orderId === null) return
  for (const replica of replicas) await readBack(bot, invocation, orderId, replica)
}
