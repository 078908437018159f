import { refuseIo } from './io.js'

refuseIo()
