import { brokenNetwork } from './scenarios/broken-network.js'
import { crashPoints } from './scenarios/crash-points.js'
import { deadManSwitches } from './scenarios/dead-man-switches.js'
import { droppedCommits } from './scenarios/dropped-commits.js'
import { engineSigkill } from './scenarios/engine-sigkill.js'
import { flood } from './scenarios/flood.js'
import { liveRoad } from './scenarios/live-road.js'
import { noisyNeighbour } from './scenarios/noisy-neighbour.js'
import { overload } from './scenarios/overload.js'
import { poisonedOrder } from './scenarios/poisoned-order.js'
import { postgresSigkill } from './scenarios/postgres-sigkill.js'
import { rollingRestarts } from './scenarios/rolling-restarts.js'
import type { Scenario } from './scenarios/scenario.js'
import { sharedAccounts } from './scenarios/shared-accounts.js'
import { twinPairs } from './scenarios/twin-pairs.js'
import { workerSigkill } from './scenarios/worker-sigkill.js'

export const SCENARIOS: readonly Scenario[] = [
  engineSigkill,
  workerSigkill,
  deadManSwitches,
  rollingRestarts,
  crashPoints,
  postgresSigkill,
  droppedCommits,
  brokenNetwork,
  twinPairs,
  sharedAccounts,
  poisonedOrder,
  flood,
  noisyNeighbour,
  overload,
  liveRoad,
]
