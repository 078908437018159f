const VISIBLE = String.raw`(?:[^\p{C}\p{Z}\u115F\u1160\u2800\u3164\uFFA0]|[ \u200C\u200D])`
const PATTERN = new RegExp(String.raw`^(?=[\p{L}\p{N}\p{S}\p{P}])${VISIBLE}*$`, 'u')
const PILE_OF_MARKS = /\p{M}{5}/u

/**
 * Whether a name that is shown to others is what it looks like. It begins with something to see, has nothing that is
 * invisible or turns the direction of what follows, and piles up no marks. Joiners, which scripts and emoji need, are
 * in order.
 */
export const isVisibleName = (name: string): boolean => PATTERN.test(name) && !PILE_OF_MARKS.test(name)

export const VISIBLE_NAME = 'begin with a letter, a digit or a sign and are all visible'
