/** The form of a question about odds, and the request that it asks for. */
import type { AskedOdds } from '../../../api/lab.js'

export interface OddsForm {
  readonly trader: 'model' | 'account'
  readonly account: string
  readonly winRate: string
  readonly perDay: string
  readonly win: string
  readonly loss: string
  readonly balance: string
  readonly rules: 'plan' | 'program'
  readonly plan: string
  readonly program: string
  readonly days: string
  readonly attempts: string
  readonly fee: string
}

export const emptyOdds = (): OddsForm => ({
  ...{ trader: 'model', account: '', winRate: '45', perDay: '2', win: '1000', loss: '500', balance: '100000' },
  ...{ rules: 'plan', plan: '', program: '', days: '60', attempts: '1000', fee: '0' },
})

/** A number within both ends, which count; null: it is none. */
function numberOf(text: string, least: number, most: number): number | null {
  const value = Number(text)
  return text.trim() !== '' && value >= least && value <= most ? value : null
}

const wholeOf = (text: string, least: number, most: number): number | null => {
  const value = numberOf(text, least, most)
  return value !== null && Number.isInteger(value) ? value : null
}

const AMOUNT = /^\d{1,9}(?:\.\d{1,18})?$/
const isAmount = (text: string): boolean => AMOUNT.test(text) && /[1-9]/.test(text)

/** The question of a form; null: something is missing, or cannot be. */
export function oddsOf(form: OddsForm): AskedOdds | null {
  const trader = form.trader === 'account' ? accountOf(form) : modelOf(form)
  const rules = form.rules === 'plan' ? form.plan : form.program
  const [days, attempts] = [wholeOf(form.days, 1, 365), wholeOf(form.attempts, 10, 10_000)]
  const hasFee = isAmount(form.fee)
  if (trader === null || rules === '' || days === null || attempts === null) return null
  if (!hasFee && !AMOUNT.test(form.fee)) return null
  return {
    ...trader,
    ...(form.rules === 'plan' ? { plan_id: rules } : { program_id: rules }),
    ...{ days, attempts },
    ...(hasFee && { fee: form.fee }),
  }
}

const accountOf = ({ account }: OddsForm): Partial<AskedOdds> | null =>
  account === '' ? null : { account_id: account }

function modelOf({ winRate, perDay, win, loss, balance }: OddsForm): Partial<AskedOdds> | null {
  const [won, trades] = [numberOf(winRate, 0, 100), numberOf(perDay, 0.01, 50)]
  if (won === null || trades === null || ![win, loss, balance].every(isAmount)) return null
  return { model: { win_rate_pct: won, trades_per_day: trades, average_win: win, average_loss: loss }, balance }
}
