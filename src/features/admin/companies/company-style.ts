import type { CSSProperties } from 'react'
import { inkOn } from '../../../app/company-theme.ts'

/** A company's colour for what stands inside, as the whole page has it on the company's own host. */
export const companyStyle = (color: string): CSSProperties =>
  ({ '--lola-company': color, '--lola-company-ink': inkOn(color) }) as CSSProperties
