import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Purpose of a sealed text, so that a digest for one purpose is not valid for another. `contact` identifies a number or an address without showing it. */
export type SealedAs = 'preuve' | 'tete' | 'contact'

/** Keyed digests of evidence. The database holds none of the keys: its owner can neither rewrite a record nor make one. */
export interface EvidenceKeys {
  /** Name of the key that seals now; it shows nothing of the key. */
  readonly current: string
  /** HMAC-SHA-256 in hex under the current key. */
  seal(as: SealedAs, text: string): string
  /** Number of key changes since this key was the current one; null for an unknown key. */
  age(name: string): number | null
  /** Whether this digest of the text was made with that key. */
  holds(as: SealedAs, text: string, sealed: { cle: string; mac: string }): boolean
}

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('hex')

/** @param roots the installation's secret, then its former ones, the latest first */
export function createEvidenceKeys(roots: readonly [Buffer, ...Buffer[]]): EvidenceKeys {
  const keys = roots.map((root) => {
    const key = Buffer.from(hkdfSync('sha256', root, 'lolapp', 'evidence', 32))
    return { key, name: hmac(key, 'name').slice(0, 16) }
  })
  const [{ key: current, name }] = keys as [{ key: Buffer; name: string }]
  const digest = (key: Buffer, as: SealedAs, text: string): string => hmac(key, `${as}\n${text}`)
  return {
    current: name,
    seal: (as, text) => digest(current, as, text),
    age: (asked) => {
      const at = keys.findIndex((one) => one.name === asked)
      return at === -1 ? null : at
    },
    holds: (as, text, { cle, mac }) => {
      const found = keys.find((one) => one.name === cle)
      const expected = Buffer.from(found ? digest(found.key, as, text) : '')
      const given = Buffer.from(mac)
      return found !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
