import { TAPE_ODDS_STATUSES, type TapeOdds } from '../../lab/odds/resample/tape-odds.js'
import { codecOf, field } from '../codec/codec.js'
import { count, oneOf, orNull, text, time, uuid, whole } from '../codec/kinds.js'
import { oddsCodec } from '../odds-codec.js'

export const tapeOddsCodec = codecOf<TapeOdds>('LabOdds')({
  odds_id: field(uuid, ({ id }) => id),
  status: field(oneOf(TAPE_ODDS_STATUSES, 'LabOddsStatus'), ({ status }) => status, 'ENDED: by its owner.'),
  attempts: field(count, ({ attempts }) => attempts),
  attempts_played: field(whole, ({ played }) => played, 'So far.'),
  created_at: field(time, ({ createdAt }) => createdAt),
  reason: field(orNull(text), ({ reason }) => reason, 'Why it FAILED.'),
  odds: field(orNull(oddsCodec), ({ odds }) => odds, 'Once it is DONE. It has no sensitivity and no record.'),
})
