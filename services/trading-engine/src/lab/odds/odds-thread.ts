/** The thread that estimates odds: seconds of work that no event loop may be held for. */
import { answerWork } from '@ats/service-kit/async'
import type { Odds, OddsAnswer, OddsQuestion, OddsTask } from '../../core/read/odds.js'
import { answerOdds } from './answer-odds.js'
import { estimateOdds } from './estimate-odds.js'

const isQuestion = (task: OddsTask | OddsQuestion): task is OddsQuestion => 'results' in task

answerWork<OddsTask | OddsQuestion, Odds | OddsAnswer>((task) =>
  isQuestion(task) ? answerOdds(task) : estimateOdds(task),
)
