import { describeAccessible } from './support/accessible.js'
import { screenPaths } from './support/screens.js'
import { busyFirm } from './support/screens-stage.js'

describeAccessible('screens of a firm with accounts in several states', screenPaths(), busyFirm)
