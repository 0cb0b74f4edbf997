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

/**
 * Only mobile numbers get an SMS: premium numbers (08, 3xxx), machines (0700) and other countries are how SMS pumping earns money.
 * @param digits national digits
 */
export const isFrenchMobile = (digits: string): boolean => /^0[67]\d{8}$/.test(digits) && !digits.startsWith('0700')

/** International digits without a plus. @param digits a French mobile in national digits */
export const internationalDigits = (digits: string): string =>
  `${OVERSEAS[digits.slice(0, 4)] ?? '33'}${digits.slice(1)}`
