import type { KeptTape } from '../../lab/run/tape-shelf.js'
import { codecOf, field } from '../codec/codec.js'
import { orNull, text } from '../codec/kinds.js'

export const keptTapeCodec = codecOf<KeptTape>('LabTape')({
  id: field(text, ({ id }) => id, 'The SHA-256 of its bytes.'),
  name: field(text, ({ name }) => name),
  about: field(
    orNull(text),
    ({ about }) => about,
    'What happens on it; null of those that are no part of the library.',
  ),
})
