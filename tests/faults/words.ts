/**
 * The words that people write in a run. A word is unique in its run and no part of another; so is its day, for fields that hold a
 * date. The place of a word at the end shows what happened to the write.
 */

export const wordOf = (n: number): string => `w${n}w`

const DAY_MS = 86_400_000
const FIRST_DAY = Date.UTC(2100, 0, 1)

/** The day that stands for a word, `yyyy-MM-dd`: so far in the future that only this act writes it. */
export const dayOf = (word: string): string => {
  const n = Number(word.slice(1, -1))
  return new Date(FIRST_DAY + n * DAY_MS).toISOString().slice(0, 10)
}

/** Words and days anywhere in a value. */
export const wordsIn = (value: unknown): string[] =>
  JSON.stringify(value ?? null).match(/w\d+w|21\d\d-\d\d-\d\d/g) ?? []

/** Words of `value` that are not in `former`. */
export function newWords(value: unknown, former: unknown): string[] {
  const known = new Set(wordsIn(former))
  return wordsIn(value).filter((word) => !known.has(word))
}
