// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { interventionsText } from '../../text/interventions.ts'
import { SignScreen } from './sign-screen.tsx'
import type { InterventionFile } from './use-intervention-file.ts'

const fake = vi.hoisted(() => ({ works: {} as object, query: {}, mayWrite: true }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => fake.mayWrite }))
vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ id: 'i1' }) }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, vi.fn()] }))
vi.mock('../../data/records/use-live.ts', () => ({ useLiveRecord: () => null }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => ({ NOM: 'Lola' }) }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/signature/client-header.tsx', () => ({ CustomerHeader: () => null }))
vi.mock('../../domain/files/file-list.tsx', () => ({ PhotoGrid: () => null }))
vi.mock('../../domain/records/resource-view.tsx', () => ({ MissingRecord: () => null }))
vi.mock('../../ui/page/empty-state.tsx', () => ({ EmptyState: ({ text }: { text: ReactNode }) => <p>{text}</p> }))
vi.mock('./use-intervention-file.ts', () => ({ useInterventionFile: () => fake.works }))
vi.mock('./sign-form.tsx', () => ({
  SignForm: ({ waits }: { waits: boolean }) => (
    <>
      <input aria-label="Signature" />
      {waits ? <p>Lecture</p> : null}
    </>
  ),
}))

const quote = (NUMERO_DEVIS: string, LIBELLE: string) => ({
  NUMERO_DEVIS,
  LIGNES: [{ LIBELLE, QUANTITE: 1, UNITE: 'u' }],
})
const works = (more: Partial<Record<keyof InterventionFile, unknown>>) => ({
  intervention: { IDINTERVENTION: 'i1', RDV_OBJET: 'Pose', RDV_DEBUT: '', RDV_FIN: '', NOTES: [] },
  projet: { IDPROJET: 'p1' },
  client: { IDCLIENT: 'c1' },
  devis: null,
  adresse: null,
  chantier: null,
  files: [],
  pv: null,
  other: null,
  ...more,
})
const shown = () => (
  <MantineProvider env="test">
    <SignScreen />
  </MantineProvider>
)

beforeEach(() => {
  Object.assign(fake, { query: {}, mayWrite: true })
  fake.works = works({})
})

it.each(['devis', 'adresse', 'client', 'projet', 'chantier'] as const)(
  '[INT-01] the form being signed stays while another record is read: %s',
  (part) => {
    const { rerender } = render(shown())
    fireEvent.change(screen.getByLabelText('Signature'), { target: { value: 'tracée' } })
    fake.works = works({ [part]: undefined })
    rerender(shown())
    expect(screen.getByLabelText<HTMLInputElement>('Signature').value).toBe('tracée')
    // Nobody signs what is not read yet.
    expect(screen.getByText('Lecture')).toBeTruthy()
    fake.works = works({ [part]: part === 'devis' ? quote('D-2', 'Porte') : { VILLE: 'Lyon', ADRESSE: null } })
    rerender(shown())
    expect(screen.getByLabelText<HTMLInputElement>('Signature').value).toBe('tracée')
    expect(screen.queryByText('Lecture')).toBeNull()
    if (part === 'devis') expect(screen.getByText('Porte (1 u)')).toBeTruthy()
  },
)

it('[INT-01] tells the customer before the signature that the works are of another quote than theirs, and gives them no order of the staff’s', () => {
  const { rerender } = render(shown())
  expect(screen.queryByRole('alert')).toBeNull()
  const orders = [{ NUMERO_DEVIS: 'D-2', VARIANTE: 'Confort' }]
  const said = 'Ce PV ne porte pas sur le devis que vous avez signé (D-2 · Confort). Parlez-en avant de signer.'
  fake.works = works({ other: { named: { NUMERO_DEVIS: 'D-1', VARIANTE: 'Éco' }, orders } })
  rerender(shown())
  expect(screen.getByRole('alert').textContent).toBe(said)
  // Of a quote that is not on this device nobody knows here whether they signed it.
  fake.works = works({ other: { named: null, orders } })
  rerender(shown())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[INT-01] the form being signed stays, and says so, when the works are deleted meanwhile', () => {
  const { rerender } = render(shown())
  fireEvent.change(screen.getByLabelText('Signature'), { target: { value: 'tracée' } })
  fake.works = works({ intervention: null, projet: undefined, client: undefined })
  rerender(shown())
  expect(screen.getByLabelText<HTMLInputElement>('Signature').value).toBe('tracée')
  expect(screen.getByRole('alert').textContent).toBe(interventionsText.signGone)
  expect(screen.getByText('Lecture')).toBeTruthy()
})

it('[INT-01] nothing is signed before all its parts are read', () => {
  fake.works = works({ devis: undefined })
  render(shown())
  expect(screen.queryByLabelText('Signature')).toBeNull()
})

it('[MGR-18] [AUT-10] whoever may not mark reserves as lifted has no PV signed that lifts them', () => {
  const NOTES = [{ id: 'n1', TEXTE: 'Joint', LE: '2026-11-20T08:00:00.000Z', IDPERSONNEL: 'p1', GENRE: 'reserve' }]
  const { intervention } = works({})
  fake.works = works({ intervention: { ...(intervention as object), NOTES }, pv: { id: 'f1' } })
  fake.query = { levee: '1' }
  const { rerender } = render(shown())
  expect(screen.getByLabelText('Signature')).toBeTruthy()
  fake.mayWrite = false
  rerender(shown())
  expect(screen.queryByLabelText('Signature')).toBeNull()
  expect(screen.getByText('Les réserves sont levées par le technicien ou le métreur.')).toBeTruthy()
})
