import type { WalletRegistration } from '../../api/firm/firm-wallets.js'
import { text } from '../../text/en/firm/firm-wallets.js'
import { decimalError } from '../../ui/forms/decimal-input.js'

/** A wallet as it is typed. */
export interface Registration {
  readonly address: string
  readonly account: string
  readonly venue: string
  readonly signer: string
  readonly gasPerDay: string
  readonly gasPerOrder: string
}

export const EMPTY_REGISTRATION: Registration = {
  ...{ address: '', account: '', venue: 'GMX', signer: 'keystore', gasPerDay: '', gasPerOrder: '' },
}

const ADDRESS = /^0x[0-9a-f]{40}$/i
const ACCOUNT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Tells what is wrong with the address and the account; of an empty one nothing is said. */
export function problemsOf({ address, account }: Registration) {
  const problem = (value: string, pattern: RegExp, says: string): string | null =>
    value.trim() === '' || pattern.test(value.trim()) ? null : says
  return {
    address: problem(address, ADDRESS, text.addressWrong),
    account: problem(account, ACCOUNT, text.accountWrong),
  }
}

export const isComplete = ({ address, account, gasPerDay, gasPerOrder }: Registration): boolean =>
  ADDRESS.test(address.trim()) &&
  ACCOUNT.test(account.trim()) &&
  decimalError(gasPerDay) === null &&
  decimalError(gasPerOrder) === null

/** The request; a budget that is empty is left to the settings of the service. */
export function registrationOf(form: Registration): WalletRegistration {
  const [perDay, perOrder] = [form.gasPerDay.trim(), form.gasPerOrder.trim()]
  return {
    address: form.address.trim(),
    account_id: form.account.trim(),
    venue: form.venue as WalletRegistration['venue'],
    signer: form.signer as WalletRegistration['signer'],
    ...(perDay !== '' && { gas_per_day: perDay }),
    ...(perOrder !== '' && { gas_per_order: perOrder }),
  }
}
