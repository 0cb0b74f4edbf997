import { RESCUE_WORDS } from '../../text/rescue-words.ts'

/**
 * Six of 512 words: 54 bits. At fifteen thousand tries a second, the speed of a good graphics card against the key of RESCUE-1, trying half of them
 * takes 19,000 years. A passphrase that a person chooses would resist a fraction of that time, so nobody chooses one.
 */
const COUNT = 6

/** The words that open one rescue file: drawn for it, shown once, never stored. */
export function newPassphrase(): string {
  const drawn = crypto.getRandomValues(new Uint16Array(COUNT))
  // 512 divides 65,536: every word is as likely as any other.
  return [...drawn].map((number) => RESCUE_WORDS[number % RESCUE_WORDS.length]).join(' ')
}
