/** Search key: lower case, no accents, letters and digits only, single spaces. Both the text and the query of every search are converted by it. */
export const normalise = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Digits of a phone number in national form: « +33 6 12 34 56 78 », « +33 06 12 34 56 78 » and « 06 12 34 56 78 » are the same number. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '').replace(/^(00)?330?(?=[1-9]\d{8}$)/, '0')

/** Whether a text holds every searched word, anywhere; true for a search without words. */
export function holdsWords(text: string, looked: string): boolean {
  const haystack = normalise(text)
  return normalise(looked)
    .split(' ')
    .every((word) => haystack.includes(word))
}
