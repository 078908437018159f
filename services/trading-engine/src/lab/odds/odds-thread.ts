/** The thread that estimates odds: seconds of work that no event loop may be held for. */
import { answerWork } from '@ats/service-kit/async'
import type { OddsAnswer, OddsQuestion } from '../../core/read/odds.js'
import { answerOdds } from './answer-odds.js'

answerWork<OddsQuestion, OddsAnswer>(answerOdds)
