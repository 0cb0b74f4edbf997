// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { FormValues } from '../../forms/payload.ts'
import type { ResourceFormProps } from '../../forms/resource-form.tsx'
import { ProjetFormScreen } from './projet-form-screen.tsx'

const fake = vi.hoisted(() => ({
  roles: [] as string[],
  query: {} as Record<string, string>,
  params: {} as { id?: string },
  records: {} as Record<string, object>,
  lists: {} as Record<string, object[]>,
  written: [] as unknown[][],
}))
let form: ResourceFormProps<'projet'> | null = null

vi.mock('@tanstack/react-router', () => ({ useParams: () => fake.params }))
vi.mock('../../ui/navigation/use-query.ts', () => ({ useQuery: () => [fake.query, () => undefined] }))
vi.mock('../../data/session/session.tsx', () => ({
  useSession: () => ({ account: { id: 'me', roles: fake.roles, personnel: { IDAGENCE: 'lyon' } } }),
}))
vi.mock('../../data/session/use-identity.ts', () => ({ useIdentity: () => 'identity' }))
vi.mock('../../data/database/local-data.ts', () => ({ openLocalData: async () => 'data' }))
vi.mock('./write-projet.ts', () => ({ writeProjet: async (...given: unknown[]) => void fake.written.push(given) }))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => ({}) }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (resource: string) => fake.lists[resource] ?? [],
  useLiveRecord: (_resource: string, id: string | null | undefined) => fake.records[id ?? ''] ?? null,
}))
vi.mock('../../domain/navigation/use-way-back.ts', () => ({ useClientsHref: () => '/manager' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useStaff: () => ({ id: 'me', roles: fake.roles }) }))
vi.mock('../../domain/clients/led-to-kept.tsx', () => ({ LedToKept: () => null }))
vi.mock('../../forms/use-form-record.ts', () => ({
  useFormRecord: (_resource: string, id?: string) => ({ record: fake.records[id ?? ''] ?? null, gone: false }),
}))
vi.mock('../../forms/resource-form.tsx', () => ({
  backOf: () => '/manager',
  ResourceForm: (props: ResourceFormProps<'projet'>) => {
    form = props
    return null
  },
}))

const opened = (
  roles: string[],
  records: Record<string, object>,
  query: Record<string, string>,
  id?: string,
): FormValues => {
  Object.assign(fake, { roles, records, query, params: id ? { id } : {} })
  render(<ProjetFormScreen />)
  return form?.from ?? {}
}
const missing = (values: FormValues): string[] => Object.keys(form?.check?.(values) ?? {})

const client = { IDCLIENT: 'c1', IDPERSONNEL: 'noe', IDAGENCE: null, IDADRESSE: null }
const former = { IDPROJET: 'j1', IDRESPONSABLEPROJET: 'lea' }
const demande = { id: 'd1', IDPROJET: 'j1', GENRE: 'apres_vente', OBJET: 'Fuite', MESSAGE: 'Ça fuit' }
const asked = { IDCLIENT: 'c1', demande: 'd1' }

beforeEach(() => {
  fake.lists = {}
  form = null
})

it('[DAY-05 after-sales] the client’s commercial is proposed for what a customer asked, else the one of the former project, else who sells', () => {
  const by = (roles: string[], records: Record<string, object>) => opened(roles, records, asked).IDRESPONSABLEPROJET
  expect(by(['assistant'], { c1: client, j1: former, d1: demande })).toBe('noe')
  expect(by(['assistant'], { c1: { ...client, IDPERSONNEL: null }, j1: former, d1: demande })).toBe('lea')
  expect(by(['assistant'], { c1: { ...client, IDPERSONNEL: null }, d1: demande })).toBeUndefined()
  expect(by(['commercial'], { c1: { ...client, IDPERSONNEL: null }, d1: demande })).toBe('me')
})

it('[DAY-05 after-sales] is not saved without somebody responsible, in whose lists it stands', () => {
  opened(['assistant'], { c1: client, j1: former, d1: demande }, asked)
  expect(missing({ TYPE_PROJET: 1, IDRESPONSABLEPROJET: '' })).toEqual(['IDRESPONSABLEPROJET'])
  expect(missing({ TYPE_PROJET: 1, IDRESPONSABLEPROJET: null })).toEqual(['IDRESPONSABLEPROJET'])
  expect(missing({ TYPE_PROJET: 1, IDRESPONSABLEPROJET: 'noe' })).toEqual([])
})

it('[MGR-02] an after-sales project that nobody asked for needs somebody responsible too', () => {
  opened(['assistant'], { c1: client }, { IDCLIENT: 'c1' })
  expect(missing({ TYPE_PROJET: 1, IDRESPONSABLEPROJET: '' })).toEqual(['IDRESPONSABLEPROJET'])
})

it('[MGR-02] a sale may be made without: « Affectation » lists it', () => {
  expect(opened(['assistant'], { c1: client }, { IDCLIENT: 'c1' }).IDRESPONSABLEPROJET).toBeUndefined()
  expect(missing({ TYPE_PROJET: 0, IDRESPONSABLEPROJET: '' })).toEqual([])
})

it('[MGR-02] an edited after-sales project keeps somebody responsible, asked of those who may choose', () => {
  const made = { ...former, TYPE_PROJET: 1 }
  opened(['commercial_director'], { j1: made }, {}, 'j1')
  expect(form?.record).toEqual(made)
  expect(form?.fields).toContain('IDRESPONSABLEPROJET')
  expect(missing({ TYPE_PROJET: 1, IDRESPONSABLEPROJET: '' })).toEqual(['IDRESPONSABLEPROJET'])
  expect(missing({ TYPE_PROJET: 0, IDRESPONSABLEPROJET: '' })).toEqual([])
  opened(['commercial'], { j1: made }, {}, 'j1')
  expect(form?.fields).not.toContain('IDRESPONSABLEPROJET')
  expect(missing({ TYPE_PROJET: 1, IDRESPONSABLEPROJET: '' })).toEqual([])
})

it.each([
  ['devis', [{ DEVIS_SIGNE: 1 }], /^Un devis de ce projet est signé/],
  ['fichier', [{ ORIGINE: 'intervention_sign_pv' }], /^Un PV de ce projet est signé/],
])(
  '[ENT-03] [MERGE-10] the client of a project is not changed once its %s is signed, and the form says what to do',
  (resource, rows, said) => {
    const made = { ...former, IDCLIENT: 'c1', TYPE_PROJET: 0 }
    opened(['assistant'], { j1: made }, {}, 'j1')
    expect(missing({ IDCLIENT: 'c2' })).toEqual([])
    fake.lists = { devis: [{ DEVIS_SIGNE: 0 }], fichier: [{ ORIGINE: 'photo' }], [resource]: rows }
    opened(['assistant'], { j1: made }, {}, 'j1')
    expect(missing({ IDCLIENT: 'c1' })).toEqual([])
    expect(form?.check?.({ IDCLIENT: 'c2' })?.IDCLIENT).toMatch(said)
  },
)

it('[MGR-20] a site that nobody has written down yet is made below its field, also when the project is changed', () => {
  opened(['commercial'], { c1: client }, { IDCLIENT: 'c1' })
  expect(Object.keys(form?.below ?? {})).toEqual(['ADRESSE_CHANTIER'])
  opened(['commercial'], { j1: former }, {}, 'j1')
  expect(Object.keys(form?.below ?? {})).toEqual(['ADRESSE_CHANTIER'])
})

it('[MGR-17 hand-over] whoever may choose who is responsible gives the quotes with it, and reads so before saving', async () => {
  opened(['commercial_director'], { j1: former }, {}, 'j1')
  const words = (IDRESPONSABLEPROJET: string) => {
    render(form?.below?.IDRESPONSABLEPROJET?.({ values: { IDRESPONSABLEPROJET } } as never))
    return screen.queryByText(/^Les devis en attente suivent\./)
  }
  expect(words('lea')).toBeNull()
  expect(words('noe')).not.toBeNull()
  const state = { payload: () => ({}) } as never
  await form?.write?.(state, 'commands' as never)
  expect(fake.written).toEqual([[state, { data: 'data', id: 'j1', commands: 'commands' }]])
})
