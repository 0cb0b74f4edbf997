import type { Company } from '../../data/session/stored-session.ts'
import { DEFAULT_COMPANY_COLOR } from '../../ui/theme.ts'
import { setFavicon } from './favicon.ts'

const HEX = /^#[0-9a-f]{6}$/i

/** The company's colour, or the default when it has none or an unusable one (TEN-02). */
export const companyColor = (company: Pick<Company, 'COLOR'> | null): string =>
  company?.COLOR && HEX.test(company.COLOR) ? company.COLOR : DEFAULT_COMPANY_COLOR

const luminance = (hex: string): number => {
  const channel = (start: number): number => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** The luminance where black and white have the same contrast, 4.6:1; with a softer black, neither would reach 4.5:1 on some colours. */
const EVEN = 0.179

/** White or black, whichever reads better on `color`. */
export const inkOn = (color: string): string => (luminance(color) > EVEN ? '#000000' : '#ffffff')

/** Sets the company's colour in the style sheets and its logo in the browser tab. */
export function applyCompanyTheme(company: Company | null): void {
  const color = companyColor(company)
  document.documentElement.style.setProperty('--lola-company', color)
  document.documentElement.style.setProperty('--lola-company-ink', inkOn(color))
  setFavicon({ logo: company?.LOGO ?? null })
}
