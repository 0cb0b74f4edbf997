// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { champOf, type Question } from '../../../schemas/rules/report-forms.ts'
import { theme } from '../../ui/theme.ts'
import { SubmissionView } from './submission-view.tsx'

const question = (values: Partial<Question>) =>
  champOf({ id: 'q', LIBELLE: 'Question', TYPE: 'texte', OPTIONS: [], REQUIS: false, SI: null, ...values })

const fake = vi.hoisted(() => ({
  records: {} as Record<string, unknown>,
  files: [] as unknown[],
  staff: { id: 'julie', roles: ['commercial'], agences: [], toutesAgences: false },
  quotes: [] as unknown[],
  error: vi.fn(),
  remove: vi.fn(() => Promise.resolve()),
  sayRemoved: vi.fn(),
}))
vi.mock('../../domain/personnels/use-staff.ts', async () => {
  const { may } = await import('../../../schemas/access.ts')
  return {
    useStaff: () => fake.staff,
    useMay: () => (action: 'delete', resource: 'soumission') => may(fake.staff as never, action, resource),
  }
})
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({ remove: fake.remove }) }))
vi.mock('../../domain/records/use-removed-notice.ts', () => ({ useRemovedNotice: () => fake.sayRemoved }))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useLeave: () => () => undefined }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { confirm: () => Promise.resolve(true), failure: vi.fn(), error: fake.error },
}))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: () =>
    new Map([
      ['julie', { NOM_COMPLET: 'Julie Martin' }],
      ['diane', { NOM_COMPLET: 'Diane Petit' }],
    ]),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: unknown }) => children,
  useRouter: () => ({ history: { location: { state: {} }, canGoBack: () => true }, navigate: vi.fn() }),
}))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (resource: string) => fake.records[resource] ?? null,
  useLiveList: () => fake.quotes,
}))
vi.mock('../../data/records/use-files.ts', () => ({
  useFiles: () => fake.files,
  useFileUrl: () => 'blob:x',
  useFileCommands: () => ({}),
}))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))

const file = (id: string) => ({
  id,
  origin: 'photo',
  name: `${id}.jpg`,
  type: 'image/jpeg',
  at: null,
  from: 'server',
  state: 'synced',
  author: 'julie',
})

it('[SET-04 versions] a report is read with the words of the form that it answered, without what was not asked', async () => {
  fake.records = {
    rapport: { id: 'f', TITRE: 'Visite 2027', REVISION: 5, CHAMPS: [question({ id: 'besoin', LIBELLE: 'Projet' })] },
    soumission: {
      IDSOUMISSION: 's1',
      IDRAPPORT: 'f',
      IDRDV: null,
      IDPROJET: null,
      FORMULAIRE: {
        TITRE: 'Visite',
        REVISION: 2,
        CHAMPS: [
          question({ id: 'besoin', LIBELLE: 'Besoin exprimé' }),
          question({ id: 'pieces', LIBELLE: 'Pièces', TYPE: 'choix_multiple', OPTIONS: ['Salon', 'Cave'] }),
          question({ id: 'vin', LIBELLE: 'Cave à vin', SI: { CHAMP: 'pieces', VALEUR: 'Grenier' } }),
          question({ id: 'facade', LIBELLE: 'Façade', TYPE: 'photo' }),
        ],
      },
      REPONSES: { besoin: 'Combles', pieces: 'Salon\nCave', facade: 'p1\np2' },
      DATE_SOUMISSION: '2026-11-20T10:00:00.000Z',
      IDPERSONNEL: 'autre',
      CORRECTIONS: [],
      sync: { state: 'synced' },
    },
  }
  // The second picture has not arrived; a file of the report that no answer names is shown by none.
  fake.files = [file('p1'), file('autre')]
  const { container } = render(
    <MantineProvider theme={theme} env="test">
      <SubmissionView id="s1" />
    </MantineProvider>,
  )
  expect(screen.getByRole('heading', { name: 'Visite' })).toBeTruthy()
  const terms = [...container.querySelectorAll('dt')].map((term) => term.textContent)
  expect(terms).toEqual(['Besoin exprimé', 'Pièces', 'Façade'])
  expect(screen.getByText('Salon, Cave')).toBeTruthy()
  expect(screen.getAllByRole('img')).toHaveLength(1)
  expect(screen.getByText('Une image n’est pas, ou plus, sur cet appareil.')).toBeTruthy()
  expect(screen.getByText('Rempli avec la version 2 du formulaire ; il en est à la version 5.')).toBeTruthy()
  // Whoever took a picture of a report names it as any other (DAY-04).
  await userEvent.click(screen.getAllByRole('button')[0] as HTMLElement)
  expect(await screen.findByRole('button', { name: 'Nommer' })).toBeTruthy()
})

afterEach(cleanup)

const corrected = () => {
  fake.records = {
    rapport: { id: 'f', TITRE: 'Visite', REVISION: 2, CHAMPS: [] },
    soumission: {
      IDSOUMISSION: 's2',
      IDRAPPORT: 'f',
      IDRDV: null,
      IDPROJET: null,
      IDPERSONNEL: 'julie',
      FORMULAIRE: {
        TITRE: 'Visite',
        REVISION: 2,
        CHAMPS: [question({ id: 'besoin', LIBELLE: 'Besoin' }), question({ id: 'accord', TYPE: 'signature' })],
      },
      REPONSES: { besoin: 'Sols', accord: 'f1' },
      CORRECTIONS: [
        { id: 'c1', LE: '2026-11-21T10:00:00.000Z', IDPERSONNEL: 'julie', AVANT: { besoin: 'Combles' } },
        { id: 'c2', LE: '2026-11-22T10:00:00.000Z', IDPERSONNEL: 'diane', AVANT: { besoin: 'Murs' } },
      ],
      DATE_SOUMISSION: '2026-11-20T10:00:00.000Z',
      sync: { state: 'synced' },
    },
  }
  render(
    <MantineProvider theme={theme} env="test">
      <SubmissionView id="s2" />
    </MantineProvider>,
  )
}

it('[DAY-11 reports] a corrected report says who corrected it, when, after the signature too, and what it said before', () => {
  corrected()
  const section = screen.getByRole('region', { name: 'Corrections' })
  expect([...section.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    'Corrigé par Diane Petit, 22/11/2026 11:00 · Corrigé après la signature',
    'Besoin, avant : Murs',
    'Corrigé par Julie Martin, 21/11/2026 11:00 · Corrigé après la signature',
    'Besoin, avant : Combles',
  ])
})

it('[DAY-11 reports] its author corrects a report, a director corrects and deletes it, a colleague reads it', async () => {
  const actions = () => ['Corriger', 'Supprimer'].filter((name) => screen.queryByText(name) !== null)
  corrected()
  expect(actions()).toEqual(['Corriger'])
  cleanup()
  fake.staff = { ...fake.staff, id: 'paul' }
  corrected()
  expect(actions()).toEqual([])
  cleanup()
  fake.staff = { ...fake.staff, id: 'diane', roles: ['commercial_director'] }
  corrected()
  expect(actions()).toEqual(['Corriger', 'Supprimer'])
  fake.quotes = [{ DEVIS_SIGNE: 1 }]
  cleanup()
  corrected()
  await userEvent.click(screen.getByText('Supprimer'))
  expect(fake.error).toHaveBeenCalledWith('Ce projet a un devis signé.')
  expect(fake.remove).not.toHaveBeenCalled()
  fake.quotes = []
  cleanup()
  corrected()
  await userEvent.click(screen.getByText('Supprimer'))
  expect(fake.remove).toHaveBeenCalledWith('soumission', 's2')
  expect(fake.sayRemoved).toHaveBeenCalledWith('soumission', 's2')
})
