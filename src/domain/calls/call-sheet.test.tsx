// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { theme } from '../../ui/theme.ts'
import { CallSheet } from './call-sheet.tsx'

const fake = vi.hoisted(() => ({
  update: vi.fn((..._given: unknown[]) => Promise.resolve()),
  stored: null as object | null,
  rdvs: [] as object[],
}))
vi.mock('@tanstack/react-router', () => ({ useBlocker: () => undefined, useRouter: () => ({}) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ update: fake.update }) }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: () => fake.stored,
  useLiveList: () => fake.rdvs,
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'julie', personnel: { NOM_COMPLET: 'Julie Martin' } } }),
}))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))

const projet = {
  IDPROJET: 'p1',
  JOURNAL: [],
  RELANCE_INTERMEDIAIRE: null,
  RELANCE_A: null,
  DATE_SANS_SUITE: null,
  REFUSE: 0,
  VERSION: 1,
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByText(name))

beforeEach(() => {
  fake.update.mockClear()
  Object.assign(fake, { stored: null, rdvs: [] })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T08:52:00Z') })
  render(
    <MantineProvider theme={theme} env="test">
      <CallSheet
        about={{ resource: 'projet', record: projet as unknown as LocalRecord<'projet'> }}
        name="Léa Durand"
        onClose={() => undefined}
        onPlan={() => undefined}
      />
    </MantineProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const stored = () => fake.update.mock.lastCall?.[2]

it('[MGR-07] « Ce soir » calls again today, at its time; another day has none', async () => {
  await press('Pas de réponse')
  await press('Rappeler')
  await press('Ce soir')
  await press('Enregistrer l’appel')
  expect(stored()).toMatchObject({ RELANCE_INTERMEDIAIRE: '2026-11-20', RELANCE_A: '2026-11-20 18:30' })
  await press('À 11:00')
  await press('Enregistrer l’appel')
  expect(stored()).toMatchObject({ RELANCE_A: '2026-11-20 11:00' })
  // A Friday: the next working day is named. « Dans 3 jours » would be the same Monday.
  expect(screen.queryByText('Demain') ?? screen.queryByText('Dans 3 jours')).toBeNull()
  await press('lun. 23 nov.')
  await press('Enregistrer l’appel')
  expect(stored()).toMatchObject({ RELANCE_INTERMEDIAIRE: '2026-11-23', RELANCE_A: null })
})

it('[MGR-07] two taps say the result and when to call again, and « Rien » takes the call back', async () => {
  await press('Pas de réponse')
  await press('Ce soir')
  await press('Enregistrer l’appel')
  expect(stored()).toMatchObject({ RELANCE_INTERMEDIAIRE: '2026-11-20', RELANCE_A: '2026-11-20 18:30' })
  await press('Rien')
  await press('Enregistrer l’appel')
  expect(stored()).not.toHaveProperty('RELANCE_INTERMEDIAIRE')
})

describe('[MGR-16] a planned call that is due', () => {
  const due = { ...projet, IDETAT_PROJET: 2, RELANCE_INTERMEDIAIRE: '2026-11-20', RELANCE_A: '2026-11-20 09:00' }
  const done = { RELANCE_INTERMEDIAIRE: null, RELANCE_A: null }
  const note = async (stored: object, outcome: string, rdvs: object[] = []) => {
    Object.assign(fake, { stored, rdvs })
    await press(outcome)
    await press('Enregistrer l’appel')
  }

  it('is done once the customer was reached', async () => {
    await note(due, 'Joint')
    expect(stored()).toMatchObject(done)
  })

  it('is done of a visited project too', async () => {
    await note({ ...due, IDETAT_PROJET: 1 }, 'Joint', [{ IDRDV: 'r1' }])
    expect(stored()).toMatchObject(done)
  })

  it('stays of a new project without an appointment, which waits for one', async () => {
    await note({ ...due, IDETAT_PROJET: 1 }, 'Joint')
    expect(stored()).not.toHaveProperty('RELANCE_INTERMEDIAIRE')
  })

  it('stays while nobody was reached, and before its day', async () => {
    await note(due, 'Pas de réponse')
    expect(stored()).not.toHaveProperty('RELANCE_INTERMEDIAIRE')
    await note({ ...due, RELANCE_INTERMEDIAIRE: '2026-11-24' }, 'Joint')
    expect(stored()).not.toHaveProperty('RELANCE_INTERMEDIAIRE')
  })
})
