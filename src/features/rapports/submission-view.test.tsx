// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { champOf, type Question } from '../../../schemas/rules/report-forms.ts'
import { theme } from '../../ui/theme.ts'
import { SubmissionView } from './submission-view.tsx'

const question = (values: Partial<Question>) =>
  champOf({ id: 'q', LIBELLE: 'Question', TYPE: 'texte', OPTIONS: [], REQUIS: false, SI: null, ...values })

const fake = vi.hoisted(() => ({ records: {} as Record<string, unknown>, files: [] as unknown[] }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: unknown }) => children,
  useRouter: () => ({ history: { canGoBack: () => true }, navigate: vi.fn() }),
}))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (resource: string) => fake.records[resource] ?? null,
  useLiveList: () => [],
}))
vi.mock('../../data/records/use-files.ts', () => ({ useFiles: () => fake.files, useFileUrl: () => 'blob:x' }))
vi.mock('../../data/records/use-references.ts', () => ({ useReferences: () => [] }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))

const file = (id: string) => ({ id, origin: 'photo', name: `${id}.jpg`, type: 'image/jpeg', at: null, state: 'synced' })

it('[SET-04 forms] (versions) a report is read with the words of the form that it answered, without what was not asked', () => {
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
})
