import { brokenNetwork } from './scenarios/broken-network.js'
import { bracketCrashPoints, crashPoints } from './scenarios/crash-points.js'
import { deadManSwitches } from './scenarios/dead-man-switches.js'
import { droppedCommits } from './scenarios/dropped-commits.js'
import { engineSigkill } from './scenarios/engine-sigkill.js'
import { flood } from './scenarios/flood.js'
import { liveOrders } from './scenarios/live-orders.js'
import { noisyNeighbour } from './scenarios/noisy-neighbour.js'
import { overload } from './scenarios/overload.js'
import { poisonedOrder } from './scenarios/poisoned-order.js'
import { postgresSigkill } from './scenarios/postgres-sigkill.js'
import { rollingRestarts } from './scenarios/rolling-restarts.js'
import type { Scenario } from './scenarios/scenario.js'
import { sharedAccounts } from './scenarios/shared-accounts.js'
import { twinPairs } from './scenarios/twin-pairs.js'
import { workerSigkill } from './scenarios/worker-sigkill.js'

/** Each third one, from the first, second or third on, takes about as long as the others do (`--shard 1/3`). */
export const SCENARIOS: readonly Scenario[] = [
  ...[deadManSwitches, engineSigkill, crashPoints],
  ...[rollingRestarts, workerSigkill, postgresSigkill],
  ...[droppedCommits, twinPairs, brokenNetwork],
  ...[poisonedOrder, sharedAccounts, flood],
  ...[overload, liveOrders, noisyNeighbour],
  bracketCrashPoints,
]
