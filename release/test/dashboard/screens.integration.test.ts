import { draw } from '@ats/test-kit'
import { describeLooks } from './support/accessible.js'
import { screenPaths } from './support/screens.js'
import { busyFirm } from './support/screens-stage.js'

/** One look at some screens, others in each run; every screen in every theme at every width: screens.slow.test.ts. */
const drawn = draw(screenPaths(), 6, (path) => `screen ${path}`)

describeLooks('a screen on a desk', drawn, [{ colorScheme: 'light', width: 1440 }], busyFirm)
