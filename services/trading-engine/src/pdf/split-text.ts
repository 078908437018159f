/**
 * Splits a text into pieces of one font each, at which lines may be broken. Words of a script that is written from
 * right to left stay together, or they would be in the wrong order.
 */
import type { FontName, LoadFont } from './fonts.js'

export interface Piece {
  readonly text: string
  readonly font: FontName
  readonly isRightToLeft: boolean
}

const RIGHT_TO_LEFT = '\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}'
const WORDS = new RegExp(
  `[${RIGHT_TO_LEFT}\\p{M}]*[${RIGHT_TO_LEFT}][${RIGHT_TO_LEFT}\\p{M}]*(?: +[${RIGHT_TO_LEFT}\\p{M}]+)*| +|[^ ${RIGHT_TO_LEFT}]+`,
  'gu',
)
const IS_RIGHT_TO_LEFT = new RegExp(`[${RIGHT_TO_LEFT}]`, 'u')
/** Controls, and marks that would turn the text around. */
const IS_HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}]/u
/** They join letters, and select how one is drawn. */
const IS_JOINER = /\u200c|\u200d|\p{Variation_Selector}/u

export const splitText = (text: string, base: 'regular' | 'bold', load: LoadFont): readonly Piece[] =>
  (text.match(WORDS) ?? []).flatMap((word) => piecesOf(word, base, load))

function piecesOf(word: string, base: FontName, load: LoadFont): readonly Piece[] {
  const isRightToLeft = IS_RIGHT_TO_LEFT.test(word)
  const pieces: Piece[] = []
  for (const character of word) {
    if (IS_JOINER.test(character)) continue
    const font = fontOf(character, base, load)
    const piece: Piece =
      font === null
        ? { text: codePointOf(character), font: base, isRightToLeft: false }
        : { text: character, font, isRightToLeft }
    const last = pieces.at(-1)
    if (last?.font === piece.font && last.isRightToLeft === piece.isRightToLeft)
      pieces[pieces.length - 1] = { ...last, text: last.text + piece.text }
    else pieces.push(piece)
  }
  return isRightToLeft ? pieces.reverse() : pieces
}

/** Null: no font has it, or it must not be drawn. */
function fontOf(character: string, base: FontName, load: LoadFont): FontName | null {
  if (IS_HIDDEN.test(character)) return null
  const codePoint = character.codePointAt(0) ?? 0
  if (load(base).has(codePoint)) return base
  return load('other').has(codePoint) ? 'other' : null
}

const codePointOf = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`
