import { sendOnce, type BotOptions } from '../bots/bot.js'
import type { History } from '../bots/history.js'
import { place } from '../bots/steps.js'
import type { Operation } from '../checker/operations.js'
import { withTestBed } from './test-bed.js'
import { conclude, expectAllAcknowledged, expectThat, type Scenario } from './scenario.js'
import { withTrigger } from './test-trigger.js'

const NEIGHBOURS = 16

/** Postgres refuses the rows of one account only, while seventeen send at the same instant: the others are served. */
export const poisonedOrder: Scenario = {
  name: 'poisoned-order',
  title: 'a poisoned order among others',
  run: (context) =>
    withTestBed(context, { name: 'poisoned-order', bots: NEIGHBOURS + 1, accountsPerBot: 1 }, async (testBed) => {
      const rounds = context.count(100, 10)
      const [poisoned] = testBed.accounts
      const body = `if new.account_id = '${poisoned?.id}' then raise exception 'poisoned by the fault suite'; end if;`
      await withTrigger(context.stack.database, { name: 'poison', table: 'orders', body }, async () => {
        for (let round = 1; round <= rounds; round += 1) {
          await Promise.all(testBed.bots.map((bot) => placeOnce(bot, testBed.history)))
          context.progress(`${round}/${rounds} rounds`)
        }
      })
      const { operations, checks } = await testBed.verify()
      const isPoisoned = ({ invocation }: Operation) => invocation.accountId === poisoned?.id
      const answers = operations.filter(isPoisoned).map(({ attempts }) => attempts.at(-1)?.status)
      return conclude({
        injected: rounds,
        operations,
        checks: [
          ...checks,
          expectAllAcknowledged(
            'the orders of the others are placed',
            operations.filter((operation) => !isPoisoned(operation)),
          ),
          expectThat(
            'the poisoned one is answered 500',
            answers.length === rounds && answers.every((status) => status === 500),
            `answers were ${[...new Set(answers)].join(', ')}`,
          ),
        ],
      })
    }),
}

async function placeOnce(bot: BotOptions, history: History): Promise<void> {
  const [account] = bot.accounts
  // Sent once each: the poisoned one would be refused for ever.
  const step = place(account, bot.random, null)
  const [replica] = bot.replicas
  const invocation = history.invoke({ bot: bot.bot, userId: bot.key.userId, ...step })
  const attempt = await sendOnce(bot, invocation, replica)
  history.append(attempt)
  if (attempt.type === 'ok') account.note(invocation, attempt.text)
}
