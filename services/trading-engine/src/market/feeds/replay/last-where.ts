/** The last of 0 … count - 1 for which something holds that holds for all before it; -1 when it holds for none. */
export function lastWhere(count: number, holds: (index: number) => boolean): number {
  let [known, open] = [-1, count]
  while (open - known > 1) {
    const middle = Math.floor((known + open) / 2)
    if (holds(middle)) known = middle
    else open = middle
  }
  return known
}
