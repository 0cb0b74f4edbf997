const LONG = 12
/** French syllables begin with a consonant that stands between two vowels. */
const SYLLABLE = /([aeiouyàâéèêëîïôùûü])(?=[bcçdfgjklmnpqrstvxz][aeiouyàâéèêëîïôùûü])/giu

/**
 * Lets a browser break long words between syllables, with a hyphen: few browsers on a desktop know French ones. Only for texts that no machine reads: a
 * soft hyphen is a character.
 */
export const softHyphens = (text: string): string =>
  text.replace(/\p{L}+/gu, (word) => (word.length > LONG ? word.replace(SYLLABLE, '$1\u00AD') : word))
