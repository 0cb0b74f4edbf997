import type { CSSProperties } from 'react'
import { inkOn } from './company-theme.ts'

/** Style with a company's colour for the elements inside, as the whole page has it on the company's own host. */
export const companyStyle = (color: string): CSSProperties =>
  ({ '--lola-company': color, '--lola-company-ink': inkOn(color) }) as CSSProperties
