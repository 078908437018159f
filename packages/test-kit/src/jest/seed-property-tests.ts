import fc from 'fast-check'

// One seed for the whole run, printed by the setup: a failure anywhere can be repeated with it.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['FAST_CHECK_SEED']) })
