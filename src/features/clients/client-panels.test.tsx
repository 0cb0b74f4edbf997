// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { ClientInfos } from './client-panels.tsx'

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { children: unknown }) => children }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/records/use-references.ts', () => ({
  useReferences: (list: string) => (list === 'CIVILITE' ? [{ id: 'm', LIBELLE: 'Madame' }] : []),
}))
vi.mock('./shared-number.tsx', () => ({ SharedNumber: () => null }))
vi.mock('../../domain/map/around-link.tsx', () => ({ AroundLink: () => null }))

it('[ENT-06 civilities] the page of a client shows the civility that its form sets', () => {
  render(
    <MantineProvider theme={theme} env="test">
      <ClientInfos client={{ IDCLIENT: 'c', NOM: 'MARTIN', IDCIVILITE: 'm' } as never} adresse={null} />
    </MantineProvider>,
  )
  expect(screen.getByText('Civilité').nextSibling?.textContent).toBe('Madame')
})
