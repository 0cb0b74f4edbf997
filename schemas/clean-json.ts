/** A NUL, or half of a character (a lone surrogate): no database keeps the one, nothing in UTF-8 can say the other. */
const BROKEN = /[\0\ud800-\udfff]/u
const EVERY_BROKEN = /[\0\ud800-\udfff]/gu

export const isCleanText = (text: string): boolean => !BROKEN.test(text)

/** The text with a mark in place of what no store can keep: for names that nobody is asked about. */
export const cleanText = (text: string): string => text.replace(EVERY_BROKEN, '\ufffd')

/** No body of ours is nested deeper than a few levels. */
export const MAX_DEPTH = 32

/** What a value holds that can be neither stored nor sent on; null when it is clean. */
export type Flaw = 'text' | 'number' | 'depth'

/** Looks at every text, key and number of a value as JSON gives it. Bytes are left alone. It uses no recursion: the value may be a trap. */
export function flawOf(value: unknown): Flaw | null {
  const rest: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value: one, depth } = next
    if (typeof one === 'string' && !isCleanText(one)) return 'text'
    // JSON.parse reads 1e999 as Infinity, which JSON cannot say again.
    if (typeof one === 'number' && !Number.isFinite(one)) return 'number'
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) continue
    if (depth >= MAX_DEPTH) return 'depth'
    for (const [key, part] of Object.entries(one)) {
      if (!isCleanText(key)) return 'text'
      rest.push({ value: part, depth: depth + 1 })
    }
  }
  return null
}
