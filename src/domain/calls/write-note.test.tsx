// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { theme } from '../../ui/theme.ts'
import { WriteNote } from './write-note.tsx'

const fake = vi.hoisted(() => ({
  update: vi.fn((..._given: unknown[]) => Promise.resolve()),
  live: null as unknown,
}))
vi.mock('@tanstack/react-router', () => ({ useBlocker: () => undefined, useRouter: () => ({}) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => fake.live }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'lise', personnel: { NOM_COMPLET: 'Lise Perrin' } } }),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

const projet = { IDPROJET: 'p1', JOURNAL: [], VERSION: 1 }
const call = { id: 'a', GENRE: 'appel', LE: '2026-11-20 09:00', AUTEUR: 'Julie', RESULTAT: 'Joint' }

it('[DAY-02 journal] a note needs words and no result, and keeps what a colleague noted meanwhile', async () => {
  // It came while the sheet was open.
  fake.live = { ...projet, JOURNAL: [call] }
  render(
    <MantineProvider theme={theme} env="test">
      <WriteNote about={{ resource: 'projet', record: projet as unknown as LocalRecord<'projet'> }} name="Roux" />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Note' }))
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Enregistrer la note', hidden: true })
  await userEvent.type(screen.getByLabelText('Texte de la note'), '   ')
  expect(save.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Texte de la note'), 'Clé chez le voisin')
  await userEvent.click(save)
  expect(fake.update.mock.calls).toEqual([
    [
      'projet',
      'p1',
      {
        JOURNAL: [
          call,
          {
            id: expect.any(String),
            GENRE: 'note',
            LE: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
            AUTEUR: 'Lise Perrin',
            IDPERSONNEL: 'lise',
            TEXTE: 'Clé chez le voisin',
          },
        ],
      },
      { base: fake.live },
    ],
  ])
  expect(screen.queryByLabelText('Texte de la note')).toBeNull()
})
