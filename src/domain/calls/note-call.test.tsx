// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { theme } from '../../ui/theme.ts'
import { NoteCall } from './note-call.tsx'

const fake = vi.hoisted(() => ({ update: vi.fn((..._given: unknown[]) => Promise.resolve()) }))
vi.mock('@tanstack/react-router', () => ({ useBlocker: () => ({ status: 'idle' }) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => null }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'lise', personnel: { NOM_COMPLET: 'Lise Perrin' } } }),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

const projet = { IDPROJET: 'p1', JOURNAL: [], RELANCE_INTERMEDIAIRE: null, RELANCE_A: null, VERSION: 1 }

it('[DAY-02 journal] a call is noted from a page in three presses, the words with it', async () => {
  const onPlan = vi.fn()
  render(
    <MantineProvider theme={theme} env="test">
      <NoteCall projet={projet as unknown as LocalRecord<'projet'>} name="Roux" onPlan={onPlan} />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Noter un appel' }))
  await userEvent.type(await screen.findByLabelText('Note'), 'Rappelle mercredi')
  await userEvent.click(screen.getByText('Joint'))
  await userEvent.click(screen.getByText('Enregistrer l’appel'))
  expect(fake.update.mock.lastCall?.[2]).toMatchObject({
    JOURNAL: [{ GENRE: 'appel', IDPERSONNEL: 'lise', RESULTAT: 'Joint', TEXTE: 'Rappelle mercredi' }],
  })
  expect(screen.queryByLabelText('Note')).toBeNull()
  expect(onPlan).not.toHaveBeenCalled()
})
