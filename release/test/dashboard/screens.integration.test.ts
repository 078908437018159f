import { describeLooks } from './support/accessible.js'
import { screenPaths } from './support/screens.js'
import { busyFirm } from './support/screens-stage.js'

/** One look at each screen, so that it stays short; every theme at every width is in screens.slow.test.ts. */
describeLooks('each screen on a desk', screenPaths(), [{ colorScheme: 'light', width: 1440 }], busyFirm)
