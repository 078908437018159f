/**
 * Documents are large and the same for everybody: many that are read at a time are copied before anything else is done.
 * Of one address few are on their way at a time, until they have been read.
 */
import { addressGroup } from './address-group.js'
import { createAdmit, type Admit } from './admission.js'
import { createInFlight, type Room } from './in-flight.js'

/** A browser loads the four files of the page together. */
const ROOM: Room = { inFlight: 64, perKey: 64, running: 8 }
const IN_FLIGHT_MAX = 512
const RUNNING_MAX = 64
const WAIT_MS = 1_000

export const createDocumentAdmit = (): Admit =>
  createAdmit({
    inFlight: createInFlight({
      inFlightMax: IN_FLIGHT_MAX,
      runningMax: RUNNING_MAX,
      waitMs: WAIT_MS,
      lag: { ms: () => 0 },
    }),
    partyOf: ({ ip }) => ({ group: addressGroup(ip), key: null, room: ROOM }),
    refusalOf: () => null,
    onShed: () => undefined,
    isDispensable: true,
    isHeldUntilRead: true,
  })
