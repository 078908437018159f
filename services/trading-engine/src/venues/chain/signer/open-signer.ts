import type { SignerKind } from '../../../core/model/live/trading-wallet.js'
import type { Hex } from '../../port.js'
import type { RpcEndpoint } from '../rpc/rpc-endpoint.js'
import { openKeystore } from './keystore.js'
import { createRemoteSigner } from './remote-signer.js'
import { checkSigned, SignerError, type Signer } from './signer.js'

export interface SignerSources {
  /** A folder of files named after their addresses, `0x….json`; null: no keystores. */
  readonly keystoreFolder: string | null
  readonly passphraseFile: string | null
  /** Null: no remote signer. */
  readonly remote: RpcEndpoint | null
}

/** Opens the signer of a wallet. None is believed: what it signs is read and compared. @throws SignerError */
export async function openSigner(kind: SignerKind, address: Hex, sources: SignerSources): Promise<Signer> {
  const signer = await openUnchecked(kind, address, sources)
  return {
    address,
    async sign(transaction) {
      const raw = await signer.sign(transaction)
      await checkSigned(raw, transaction, address)
      return raw
    },
  }
}

async function openUnchecked(kind: SignerKind, address: Hex, sources: SignerSources): Promise<Signer> {
  const { keystoreFolder, passphraseFile, remote } = sources
  if (kind === 'remote') {
    if (remote === null) throw new SignerError(`${address} is signed for by a remote signer, and none is configured`)
    return createRemoteSigner(remote, address)
  }
  if (keystoreFolder === null || passphraseFile === null)
    throw new SignerError(`${address} is signed for by a keystore, and none is configured`)
  return openKeystore({ file: `${keystoreFolder}/${address}.json`, passphraseFile, address })
}

/** The signer of a sender that signs nothing. */
export const noSigner = (address: Hex): Signer => ({
  address,
  sign: () => Promise.reject(new SignerError(`nothing is signed for ${address} in a dry run`)),
})
