/** Country codes of the overseas mobile ranges, by the first four national digits (numbering plan of Arcep). */
const OVERSEAS: Readonly<Record<string, string>> = {
  '0690': '590',
  '0691': '590',
  '0692': '262',
  '0693': '262',
  '0694': '594',
  '0696': '596',
  '0697': '596',
}

/** International digits without a plus. @param digits a French mobile in national digits */
export const internationalDigits = (digits: string): string =>
  `${OVERSEAS[digits.slice(0, 4)] ?? '33'}${digits.slice(1)}`
