// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { theme } from '../../ui/theme.ts'
import { NoteCall } from './note-call.tsx'
import type { Journalled } from './use-add-to-journal.ts'

const fake = vi.hoisted(() => ({ update: vi.fn((..._given: unknown[]) => Promise.resolve()) }))
vi.mock('@tanstack/react-router', () => ({ useBlocker: () => undefined, useRouter: () => ({}) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => null, useLiveList: () => [] }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'lise', personnel: { NOM_COMPLET: 'Lise Perrin' } } }),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

afterEach(cleanup)

const projet = {
  IDPROJET: 'p1',
  JOURNAL: [],
  RELANCE_INTERMEDIAIRE: null,
  RELANCE_A: null,
  DATE_SANS_SUITE: null,
  REFUSE: 0,
  VERSION: 1,
}

it('[DAY-02 journal] a call is noted from a page in three presses, the words with it', async () => {
  const onPlan = vi.fn()
  render(
    <MantineProvider theme={theme} env="test">
      <NoteCall
        about={{ resource: 'projet', record: projet as unknown as LocalRecord<'projet'> }}
        name="Roux"
        onPlan={onPlan}
      />
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

it.each([
  [
    'a client without an open project',
    { resource: 'client', record: { IDCLIENT: 'c1', JOURNAL: [], VERSION: 1 } },
    'c1',
  ],
  ['a closed project', { resource: 'projet', record: { ...projet, DATE_SANS_SUITE: '2026-11-01' } }, 'p1'],
] as const)('[DAY-02 journal] a call of %s is noted without a next step', async (_, about, id) => {
  render(
    <MantineProvider theme={theme} env="test">
      <NoteCall about={about as unknown as Journalled} name="Roux" onPlan={() => undefined} />
    </MantineProvider>,
  )
  await userEvent.click(screen.getAllByRole('button', { name: 'Noter un appel' }).at(-1) as HTMLElement)
  await userEvent.click(await screen.findByText('Pas de réponse'))
  expect(screen.queryByText('Et ensuite')).toBeNull()
  await userEvent.click(screen.getByText('Enregistrer l’appel'))
  expect(fake.update.mock.lastCall?.slice(0, 3)).toEqual([
    about.resource,
    id,
    { JOURNAL: [expect.objectContaining({ GENRE: 'appel', RESULTAT: 'Pas de réponse' })] },
  ])
})
