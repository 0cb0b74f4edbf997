import { RESCUE_WORDS } from '../../text/rescue-words.ts'

/**
 * Six of 512 words: 54 bits. At fifteen thousand tries a second, what a good graphics card manages against the key of RESCUE-1, half of them
 * take 19,000 years. A person's own choice would be worth a fraction of that, so there is none.
 */
const COUNT = 6

/** The words that open one rescue copy: drawn for it, shown once, never stored. */
export function newPassphrase(): string {
  const drawn = crypto.getRandomValues(new Uint16Array(COUNT))
  // 512 divides 65,536: every word is as likely as any other.
  return [...drawn].map((number) => RESCUE_WORDS[number % RESCUE_WORDS.length]).join(' ')
}
