import { WHOLE_NUMBERS } from '../generated/trading-engine.js'

/** The fields of the engine's answers and events whose numbers are not decimals. */
export const ENGINE_WHOLE_NUMBERS: ReadonlySet<string> = new Set(WHOLE_NUMBERS)
