import { describeAccessible } from './support/accessible.js'
import { screenPaths } from './support/screens.js'
import { emptyFirm } from './support/screens-stage.js'

describeAccessible('screens where nothing has happened yet', screenPaths(), emptyFirm, /status of 404/)
