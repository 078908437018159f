import fc from 'fast-check'
import { allowIo } from './io.js'

// One seed for the whole run, printed by the setup: a failure anywhere can be repeated with it.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FAST_CHECK_SEED']) })

// A unit test of this worker may have run before, in which it is refused.
allowIo()
