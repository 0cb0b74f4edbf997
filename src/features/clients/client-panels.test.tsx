// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { theme } from '../../ui/theme.ts'
import { ClientHistory, ClientInfos } from './client-panels.tsx'
import type { ClientFile } from './use-client-file.ts'

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
vi.mock('../../ui/navigation/plain-link.tsx', () => ({
  PlainLink: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a>,
}))
vi.mock('./shared-number.tsx', () => ({ SharedNumber: () => null }))
vi.mock('../../domain/map/around-link.tsx', () => ({ AroundLink: () => null }))

afterEach(cleanup)

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

it('[DAY-02 journal] the page of a client shows its own journal and those of its projects, latest first, each entry with its project', () => {
  const entry = (LE: string, TEXTE: string) => ({ id: 'x', GENRE: 'note', LE, AUTEUR: 'Julie', TEXTE })
  const projet = (id: string, JOURNAL: unknown[]) => ({
    IDPROJET: id,
    DESCRIPTION: `Toiture ${id}`,
    JOURNAL,
    DATE_CREATION: null,
  })
  const file = {
    client: { IDCLIENT: 'c', NOM: 'MARTIN', DATE_CREATION: null, JOURNAL: [entry('2026-11-21 09:00', 'deux')] },
    projets: [projet('p1', [entry('2026-11-20 09:00', 'un')]), projet('p2', [entry('2026-11-22 09:00', 'trois')])],
  }
  render(
    <MantineProvider theme={theme} env="test">
      <ClientHistory file={file as unknown as ClientFile} />
    </MantineProvider>,
  )
  const rows = within(screen.getByRole('list', { name: 'Journal' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^trois.*Toiture p2$/),
    expect.stringMatching(/^deux.*Julie$/),
    expect.stringMatching(/^un.*Toiture p1$/),
  ])
  expect(
    within(rows[0] as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/manager/projet/p2')
})
