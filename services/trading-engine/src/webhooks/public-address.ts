/**
 * Decides which addresses webhooks may go to: those of the public internet, and those the installation allows in
 * addition.
 */
import { createIpRanges } from '@ats/contracts'
import { isPublicAddress } from '@ats/service-kit/http'

/** Whether an address as DNS gives it may be connected to. */
export type MayReach = (address: string) => boolean

/** `allowed` are CIDR ranges or addresses. */
export function createMayReach(allowed: readonly string[]): MayReach {
  const isAllowed = createIpRanges(allowed)
  return (address) => isPublicAddress(address) || isAllowed(address)
}
