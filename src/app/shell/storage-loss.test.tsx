// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepStorageMark, readStorageMark, type StorageMark } from '../../data/database/storage-mark.ts'
import { StorageLoss } from './storage-loss.tsx'

vi.mock('../../data/database/local-data-provider.tsx', () => ({
  useLocalData: () => ({ identity: { companyId: 'demo', account: 'personnel:p1', impersonator: '' } }),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => ({ FUSEAU: 'Europe/Paris' }) }))

afterEach(() => {
  cleanup()
  act(() => keepStorageMark(null))
})

const cleared = (waiting: number, name = 'lolapp-demo-personnel_p1'): StorageMark => ({
  name,
  wholeAt: null,
  waiting: 0,
  lost: { wholeAt: '2026-11-20T13:05:00.000Z', foundAt: '2026-11-23T07:30:00.000Z', waiting },
})
const show = (mark: StorageMark): void => {
  keepStorageMark(mark)
  render(
    <MantineProvider>
      <StorageLoss />
    </MantineProvider>,
  )
}

it('[WORK-11] says that the browser cleared the data, when, and how much was lost, until it is acknowledged', () => {
  show(cleared(3))
  const said = screen.getByRole('alert').textContent
  expect(said).toContain('Ce navigateur a effacé les données de l’application sur cet appareil')
  expect(said).toContain('constaté le 23/11/2026 08:30')
  expect(said).toContain('le 20/11/2026 14:05')
  expect(said).toContain('3 saisies qui n’étaient pas encore parties sont perdues')
  fireEvent.click(screen.getByRole('button', { name: 'J’ai compris' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(readStorageMark()).toEqual({ ...cleared(3), lost: null })
})

it('[WORK-11] says that nothing is lost where nothing was unsent', () => {
  show(cleared(0))
  expect(screen.getByRole('alert').textContent).toContain('rien n’est perdu')
})

it('[WORK-11] shows nothing about another account', () => {
  show(cleared(3, 'lolapp-demo-personnel_p2'))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[DAY-16 evicted] [SYN-11 evicted] says what is coming back from the server, when it is back, and where to look', () => {
  show(cleared(1))
  const said = (): string => screen.getByRole('alert').textContent ?? ''
  expect(said()).toContain('Les données du bureau reviennent sur cet appareil')
  expect(said()).toContain('Une saisie qui n’était pas encore partie est perdue, sauf si')
  act(() => keepStorageMark({ ...cleared(1), wholeAt: '2026-11-23T07:31:00.000Z' }))
  expect(said()).toContain('Toutes vos données du bureau sont revenues sur cet appareil le 23/11/2026 08:31')
  const link = screen.getByRole('link', { name: 'Voir ce que contient cet appareil' })
  expect(link.getAttribute('href')).toBe('/manager/synchronisation')
})
