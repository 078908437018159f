/** A laboratory behind the dashboard of a test: its own process, with a database in memory. */
import { startLoneService, LAB_ENTRY, type RunningService } from '@ats/local-stack'
import { GATEWAY_SECRET } from '../../../../services/trading-engine/test/support/engine/signed-user.js'
import { TEMPLATES } from '../../../../services/trading-engine/test/support/lab/a-run.js'

/** Nobody comes there with a key of the wallet: users are signed, and runs have keys of their own. */
const NO_WALLET = 'http://127.0.0.1:9'

export const startLab = (): Promise<RunningService> =>
  startLoneService({
    ...{ name: 'lab', entry: LAB_ENTRY.main },
    environment: {
      ...{ NODE_ENV: 'test', HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1', LAB_FOLDER: TEMPLATES },
      ...{ WALLET_URL: NO_WALLET, WALLET_SERVICE_TOKEN: 'nobody-is-asked-in-this-laboratory-00' },
      GATEWAY_HMAC_SECRETS: GATEWAY_SECRET,
    },
  })
