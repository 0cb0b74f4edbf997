// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { LinkQuoteSheet } from './link-sheet.tsx'

type Row = Record<string, unknown>
const fake = vi.hoisted(() => ({ devis: [] as Record<string, unknown>[], written: [] as unknown[] }))

vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../ui/page/sheet.tsx', () => ({ Sheet: ({ children }: { children: ReactNode }) => <div>{children}</div> }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => null, useLiveList: () => fake.devis }))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({ update: async (...given: unknown[]) => void fake.written.push(given) }),
}))

const quote = (IDDEVIS: string, more: Row = {}): Row => ({
  ...{ IDDEVIS, IDPROJET: 'j1', NUMERO_DEVIS: IDDEVIS, DATE_CREATION: '2026-11-01 08:00' },
  ...{ DEVIS_SIGNE: 0, REFUSE: 0, VARIANTES: null, DATE_TRANSMISSION: null, DATE_SIGNATURE: null, ...more },
})
const ORDER = { DEVIS_SIGNE: 1, DATE_SIGNATURE: '2026-11-05 08:00' }

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <LinkQuoteSheet
        work={{ IDINTERVENTION: 'i1', IDPROJET: 'j1', IDDEVIS: 'd1' } as never}
        sealed={false}
        onClose={() => undefined}
      />
    </MantineProvider>,
  )
const ticked = () =>
  screen.getAllByRole<HTMLInputElement>('radio').flatMap(({ checked, value }) => (checked ? value : []))
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer le lien' })

beforeEach(() => {
  fake.written = []
})

it('[MGR-11] of works on a quote that was refused, the only order is ticked, and saved at one press', async () => {
  fake.devis = [quote('d1', { REFUSE: 1 }), quote('d2', ORDER)]
  show()
  expect(ticked()).toEqual(['d2'])
  fireEvent.click(save())
  await waitFor(() => expect(fake.written).toEqual([['intervention', 'i1', { IDDEVIS: 'd2' }, expect.anything()]]))
})

it('[MGR-11] of works on a quote that was refused, or is gone, nothing is ticked among several orders: the button waits', () => {
  fake.devis = [quote('d1', { REFUSE: 1 }), quote('d2', ORDER), quote('d3', ORDER)]
  const { unmount } = show()
  expect(ticked()).toEqual([])
  expect(save().disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: /d3/ }))
  expect(ticked()).toEqual(['d3'])
  expect(save().disabled).toBe(false)
  unmount()
  fake.devis = [quote('d2', ORDER), quote('d3', ORDER)]
  show()
  expect(ticked()).toEqual([])
  expect(save().disabled).toBe(true)
})

it('[MGR-11] of works on an order, their own quote is ticked', () => {
  fake.devis = [quote('d1', ORDER), quote('d2', ORDER)]
  show()
  expect(ticked()).toEqual(['d1'])
})
