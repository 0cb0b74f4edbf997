// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CompanyMark } from './company-mark.tsx'

it.each([
  ['Électricité Roux', 'É'],
  ['🏠 Maisons du Forez', '🏠'],
])('[TEN-02] without a logo, « %s » is marked by its first sign', (NOM, sign) => {
  const { container } = render(<CompanyMark company={{ NOM, LOGO: null }} size={28} />)
  expect(container.textContent).toBe(sign)
})
