/** A NUL, which no database stores, or half of a character (a lone surrogate), which UTF-8 cannot encode. */
const BROKEN = /[\0\ud800-\udfff]/u
const EVERY_BROKEN = /[\0\ud800-\udfff]/gu

export const isCleanText = (text: string): boolean => !BROKEN.test(text)

/** The text with a mark in place of what no store can keep: for names that no person is asked to correct. */
export const cleanText = (text: string): string => text.replace(EVERY_BROKEN, '\ufffd')

/** Far above the depth of the product's bodies, which is a few levels. */
export const MAX_DEPTH = 32

/** What can be neither stored nor sent on in a value. */
export type Flaw = 'text' | 'number' | 'depth'

/** The first flaw in any text, key or number of a JSON value; null when there is none. Bytes are not checked. No recursion: a hostile value may be deep. */
export function flawOf(value: unknown): Flaw | null {
  const rest: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const { value: one, depth } = next
    if (typeof one === 'string' && !isCleanText(one)) return 'text'
    // JSON.parse reads 1e999 as Infinity, which JSON cannot write.
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
