/** The thread that draws documents: drawing one takes longer than a request may hold the event loop. */
import { answerWork } from '@ats/service-kit/async'
import type { DocumentToDraw } from '../wire/statement/statement-document.js'
import { drawDocument } from './draw-document.js'
import { createFonts } from './fonts.js'

const load = createFonts()
answerWork<DocumentToDraw, Uint8Array>((document) => drawDocument(document, load))
