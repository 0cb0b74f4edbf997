// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Ligne } from '../../../schemas/rules/devis.ts'
import { theme } from '../../ui/theme.ts'
import { VariantsCompare } from './variants-compare.tsx'

const fake = vi.hoisted(() => ({ desktop: false }))
vi.mock('../../ui/hooks/desktop.ts', () => ({ useDesktop: () => fake.desktop }))
beforeEach(() => {
  fake.desktop = false
})

const line = (id: string, more: Partial<Ligne> = {}): Ligne => ({
  id,
  LIBELLE: `Ligne ${id}`,
  UNITE: 'u',
  QUANTITE: 1,
  PRIX_UNITAIRE_HT: 10_000,
  TAUX_TVA: 1000,
  ...more,
})
const variant = (name: string, PRIX_TTC: number, LIGNES: Ligne[]) => ({
  id: name,
  name,
  number: `D-${name}`,
  PRIX_TTC,
  LIGNES,
  chip: null,
  action: <button type="button">{`Choisir ${name}`}</button>,
})
const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <VariantsCompare
        variants={[
          variant('Éco', 22_000, [line('1'), line('2')]),
          variant('Confort', 44_000, [line('1'), line('2', { QUANTITE: 2 }), line('3')]),
        ]}
      />
    </MantineProvider>,
  )
const words = (element: Element | null | undefined): string => (element?.textContent ?? '').replace(/\s/g, ' ')

it('[DAY-17 side-by-side] on a phone a card each: the price with tax first, then what changes; common lines are folded', () => {
  show()
  const [eco, confort] = [...document.querySelectorAll('li[aria-label]')]
  expect(words(eco)).toMatch(/^Éco220,00 € TTC/)
  expect(words(confort)).toMatch(/^Confort440,00 € TTC220,00 € de plus que Éco/)
  const different = (card: Element | undefined) => [...(card?.querySelectorAll('li[data-differs]') ?? [])].map(words)
  expect(different(eco)).toEqual(['Ligne 21 u · 100,00 € HT', 'Ligne 3non compris'])
  expect(different(confort)).toEqual(['Ligne 22 u · 200,00 € HT', 'Ligne 31 u · 100,00 € HT'])
  expect(words(eco?.querySelector('details'))).toContain('1 ligne identique')
})

it('[DAY-17 side-by-side] on a desktop a column each, and the rows that differ say so', () => {
  fake.desktop = true
  show()
  const heads = [...document.querySelectorAll('thead th')].map(words)
  expect(heads.map((head) => head.slice(0, 12))).toEqual(['Éco220,00 € ', 'Confort440,0'])
  const rows = [...document.querySelectorAll('tbody tr')]
  expect(rows.map((row) => [words(row.querySelector('th')), row.hasAttribute('data-differs')])).toEqual([
    ['Ligne 1', false],
    ['Ligne 2diffère', true],
    ['Ligne 3diffère', true],
  ])
  expect(within(document.body).getByText('Choisir Confort')).toBeTruthy()
  expect(screen.getAllByText('non compris')).toHaveLength(1)
})
