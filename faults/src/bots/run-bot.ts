/** One request after the other, or some together, until it is over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { carryOutTogether, chooseBatch } from './batch.js'
import { carryOut, follow, type BotOptions } from './bot.js'
import { WORKING_MAX, type BotAccount } from './steps.js'

/** How often orders are sent together. */
const BATCH_CHANCE = 0.1

export async function runBot(options: BotOptions, isOver: () => boolean): Promise<void> {
  const { accounts, random, pauseMs } = options
  while (!isOver()) {
    const account = random.pick(accounts)
    const hasRoom = account.working.size < WORKING_MAX / 2
    if (hasRoom && random.chance(BATCH_CHANCE)) await tradeTogether(options, account)
    else await tradeOnce(options, account)
    await sleep(random.below(pauseMs + 1))
  }
}

async function tradeOnce(options: BotOptions, account: BotAccount): Promise<void> {
  const { bot, key, random, choose, history } = options
  const invocation = history.invoke({ bot, userId: key.userId, ...choose(account, random) })
  const final = await carryOut(options, invocation)
  if (final.type === 'ok') await follow(options, account, invocation, final)
}

async function tradeTogether(options: BotOptions, account: BotAccount): Promise<void> {
  const { bot, key, random, choose, history } = options
  const steps = chooseBatch(account, random, choose)
  const invocations = steps.map((step) => history.invoke({ bot, userId: key.userId, ...step }))
  for (const [invocation, final] of await carryOutTogether(options, invocations))
    if (final.type === 'ok') await follow(options, account, invocation, final)
}
