/**
 * Only mobile numbers get an SMS: SMS pumping earns money with premium numbers (08, 3xxx), machines (0700) and other countries.
 * @param digits national digits (`phoneDigits`)
 */
export const isFrenchMobile = (digits: string): boolean => /^0[67]\d{8}$/.test(digits) && !digits.startsWith('0700')
