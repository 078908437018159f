/** Waiting, ordering and bounding of work in one event loop. */
export { batchLoader } from './batch.js'
export { chunksOf } from './chunks-of.js'
export { createDueLooks, type DueLooks, type Schedule } from './due-looks.js'
export { periodic, type Periodic, type PeriodicOptions, type PeriodicClock } from './periodic.js'
export { RequestAborted, requireCaller } from './request-aborted.js'
export { createSemaphore, type Semaphore, type Urgency } from './semaphore.js'
export { abortAfter, settleWithin, timeout } from './timeout.js'
export {
  createTurns,
  mapInTurns,
  sortInTurns,
  takeTurn,
  writeInTurns,
  type TakeTurn,
  type TurnsOptions,
  type Visitor,
} from './turns.js'
export { answerWork, createWorkThread, type WorkThread, type WorkThreadOptions } from './work-thread.js'
