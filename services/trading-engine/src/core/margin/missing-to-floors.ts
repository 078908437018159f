import type { Account } from '../model/account/account.js'
import { max, usd, type Usd } from '../values/decimal.js'
import { dailyLossOf, drawdownFloor, valueOf } from './floors.js'

/** How much is missing to the highest floor; 0 where the account is under none. */
export function missingToFloors(account: Account, equity: Usd): Usd {
  const { maxDrawdown, dailyLoss } = account.plan.risk
  const ofDrawdown = usd(drawdownFloor(account) - valueOf(maxDrawdown, account, equity))
  const daily = dailyLossOf(account)
  const ofDay = dailyLoss === null || daily === null ? null : usd(daily.floor - valueOf(dailyLoss, account, equity))
  return max(max(ofDrawdown, ofDay ?? ofDrawdown), usd(0n))
}
