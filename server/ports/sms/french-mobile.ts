/** Country codes of the overseas mobile ranges, by the first four national digits (numbering plan of Arcep). */
const OVERSEAS: Readonly<Record<string, string>> = {
  '0639': '262',
  '0690': '590',
  '0691': '590',
  '0692': '262',
  '0693': '262',
  '0694': '594',
  '0696': '596',
  '0697': '596',
}

/** Of Mayotte's range, these are numbers for works of fiction: of the mainland, and nobody's. */
const FICTION = '063998'

/** International digits without a plus. @param digits a French mobile in national digits */
export function internationalDigits(digits: string): string {
  const country = digits.startsWith(FICTION) ? undefined : OVERSEAS[digits.slice(0, 4)]
  return `${country ?? '33'}${digits.slice(1)}`
}
