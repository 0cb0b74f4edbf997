// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { ClientInfos } from './client-panels.tsx'

const LISTS: Record<string, { id: string; LIBELLE: string }[]> = {
  CIVILITE: [{ id: 'm', LIBELLE: 'Madame' }],
  ORIGINE: [{ id: 'o', LIBELLE: 'Foire et salon' }],
  ORIGINE_CAMPAGNE: [{ id: 'f', LIBELLE: 'Foire de Lyon 2027' }],
}
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: unknown }) => children }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-references.ts', () => ({
  useReferences: (list: string) => LISTS[list] ?? [],
}))
vi.mock('./shared-number.tsx', () => ({ SharedNumber: () => null }))
vi.mock('../../domain/map/around-link.tsx', () => ({ AroundLink: () => null }))

it('[ENT-06 civilities] the page of a client shows the civility that its form sets', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <ClientInfos client={{ IDCLIENT: 'c', NOM: 'MARTIN', IDCIVILITE: 'm' } as never} adresse={null} />
    </MantineProvider>,
  )
  expect(screen.queryByText('Civilité')?.nextSibling?.textContent).toBe('Madame')
})

it('[ENT-06 campaigns] the page of a client shows where it comes from: its origin and its campaign', () => {
  const client = { IDCLIENT: 'c', NOM: 'MARTIN', IDORIGINE: 'o', IDORIGINE_CAMPAGNE: 'f' }
  render(
    <MantineProvider theme={theme} env="test">
      <ClientInfos client={client as never} adresse={null} />
    </MantineProvider>,
  )
  expect(screen.getByText('Origine').nextSibling?.textContent).toBe('Foire et salon')
  expect(screen.queryByText('Campagne')?.nextSibling?.textContent).toBe('Foire de Lyon 2027')
})
