// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { replaces } from '../../../schemas/rules/corrections.ts'
import { oneSave } from '../../../tests/support/one-save.ts'
import { theme } from '../../ui/theme.ts'
import { ProjectPayments, QuotePayments } from './payments-panel.tsx'

const fake = vi.hoisted(() => ({
  now: '2026-11-20 12:00',
  staff: { id: 'camille', roles: ['commercial'], agences: [], toutesAgences: false } as Record<string, unknown>,
  payments: [] as Record<string, unknown>[],
  commands: { create: vi.fn(), cancelPayment: vi.fn() },
  order: vi.fn(),
}))
const one = oneSave(fake.commands)

vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => one.commands }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveList: (_resource: string, query: { selector: Record<string, string> } | null) =>
    query === null
      ? undefined
      : fake.payments.filter((one) => Object.entries(query.selector).every(([name, value]) => one[name] === value)),
  useLiveRecord: (resource: string, id: string | null) =>
    resource === 'client' && id ? { IDCLIENT: id, NOM: 'Durand', PRENOM: 'Zoé', VILLE: 'Lyon', IDADRESSE: null } : null,
}))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: () => new Map([['camille', { NOM_COMPLET: 'Camille Petit' }]]),
}))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => fake.now }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/session/session.tsx', () => ({ useCompany: () => ({ NOM: 'Maison', COLOR: null }) }))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: false } }) }))
vi.mock('../personnels/use-staff.ts', async () => {
  const { may } = await import('../../../schemas/access.ts')
  return {
    useStaff: () => fake.staff,
    useMay: () => (action: never, resource: never) => may(fake.staff as never, action, resource),
  }
})
vi.mock('../documents/pdf-sheet.tsx', () => ({
  PdfSheet: ({ name, order }: { name: string; order: (logo: null) => unknown }) => {
    fake.order(name, order(null))
    return <p>{name}</p>
  },
}))
vi.mock('../../forms/form-sheet.tsx', () => ({
  FormSheet: ({ title, children }: { title: string; children: (close: () => void) => ReactNode }) => (
    <section aria-label={title}>{children(() => undefined)}</section>
  ),
}))
vi.mock('../records/record-sync.tsx', () => ({ SyncChip: ({ state }: { state: string }) => <i>{state}</i> }))

const devis = {
  IDDEVIS: 'd1',
  IDPROJET: 'j1',
  IDCLIENT: 'c1',
  NUMERO_DEVIS: 'D-2026-00042',
  OBJET: 'Fenêtres',
  PRIX_TTC: 8_000_00,
  DEVIS_SIGNE: 1,
  REFUSE: 0,
  DATE_SIGNATURE: '2026-11-02T10:00:00.000Z',
  DATE_REFUSE: null,
}
const paid = (id: string, more: object = {}) => ({
  id,
  IDDEVIS: 'd1',
  IDPROJET: 'j1',
  MONTANT: 2_400_00,
  MOYEN: 'cheque',
  GENRE: 'acompte',
  DATE_PAIEMENT: '2026-11-12',
  REFERENCE: '0001234',
  NOTE: null,
  IDPERSONNEL: 'camille',
  DATE_CREATION: '2026-11-12T10:00:00.000Z',
  ANNULE_LE: null,
  ANNULE_PAR: null,
  REJETE_LE: null,
  MOTIF_ANNULATION: null,
  sync: { state: 'synced' },
  ...more,
})

const show = (page: ReactNode) =>
  render(
    <MantineProvider theme={theme} env="test">
      {page}
    </MantineProvider>,
  )
const totals = () =>
  [...document.querySelectorAll('dl')].map((one) => (one.textContent ?? '').replace(/[\u00a0\u202f]/g, ' '))
const user = userEvent.setup()
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const pick = (name: string) => user.click(screen.getByRole('radio', { name }))

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers({ now: new Date('2026-11-20T11:00:00.000Z'), toFake: ['Date'] })
  fake.now = '2026-11-20 12:00'
  fake.staff = { id: 'camille', roles: ['commercial'], agences: [], toutesAgences: false }
  fake.payments = [paid('p1')]
})

describe('« Paiements » of a quote', () => {
  it('[DAY-06 balance] says what was received and remains; cancelled and refused ones stay, and count nothing', () => {
    fake.payments = [
      paid('p1'),
      paid('p2', {
        MONTANT: 500_00,
        ANNULE_LE: '2026-11-13T10:00:00.000Z',
        ANNULE_PAR: 'camille',
        MOTIF_ANNULATION: 'Saisi deux fois',
      }),
      paid('p3', { MONTANT: 100_00, sync: { state: 'refused' } }),
    ]
    show(<QuotePayments devis={devis as never} />)
    expect(totals()).toEqual(['Commande TTC8 000,00 €Reçudont 2 400,00 € d’acompte2 400,00 €Reste à payer5 600,00 €'])
    const rows = within(screen.getByRole('list', { name: 'Paiements de D-2026-00042' })).getAllByRole('listitem')
    expect(rows).toHaveLength(3)
    expect(screen.getByText('Annulé le 13/11/2026 par Camille Petit : Saisi deux fois')).toBeTruthy()
    expect(screen.getByText('Refusé par le bureau : ce montant n’est pas compté.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Actions/ })).toHaveLength(1)
  })

  it('[DAY-06 balance] a payment whose cancellation the server has refused counts as the server has it', async () => {
    const { sync: _, ...known } = paid('p1')
    const cancelled = { ANNULE_LE: '2026-11-19T10:00:00.000Z', ANNULE_PAR: 'camille', MOTIF_ANNULATION: 'Rejeté' }
    fake.payments = [{ ...known, ...cancelled, sync: { state: 'refused', seq: 7, master: known } }]
    show(<QuotePayments devis={devis as never} />)
    expect(totals()).toEqual(['Commande TTC8 000,00 €Reçudont 2 400,00 € d’acompte2 400,00 €Reste à payer5 600,00 €'])
    expect(screen.getByText('Annulation refusée par le bureau : ce montant compte.')).toBeTruthy()
    expect(screen.queryByText(/^Annulé le/)).toBeNull()
    expect(screen.queryByText(/n’est pas compté/)).toBeNull()
    expect(screen.getByRole('group', { name: /^Encaisser 5\s600,00\s€ par$/ })).toBeTruthy()
  })

  it('[DAY-06 balance] is settled, overpaid, or withdrawn from', () => {
    fake.payments = [paid('p1', { MONTANT: 8_000_00 })]
    const settled = show(<QuotePayments devis={devis as never} />)
    expect(totals()[0]).toMatch(/Soldé0,00 €$/)
    settled.unmount()
    fake.payments = [paid('p1', { MONTANT: 8_100_00 })]
    const over = show(<QuotePayments devis={devis as never} />)
    expect(totals()[0]).toMatch(/Trop-perçu à rendre100,00 €$/)
    over.unmount()
    fake.payments = [paid('p1')]
    show(<QuotePayments devis={{ ...devis, REFUSE: 1, DATE_REFUSE: '2026-11-15T10:00:00.000Z' } as never} />)
    expect(totals()[0]).toMatch(/Trop-perçu à rendre2 400,00 €$/)
    // What the customer asked to begin is still due, and no field takes it.
    expect(
      screen.getByText(/demande expresse et écrite du client.*reste dû \(code de la consommation, L221-25\)/),
    ).toBeTruthy()
  })

  it('[DAY-06 payments] (kept) of an order that ended by agreement it says what the company keeps, and gives back the rest', () => {
    const ended = { ...devis, REFUSE: 1, DATE_REFUSE: '2026-11-15T10:00:00.000Z', MONTANT_CONSERVE: 600_00 }
    const over = show(<QuotePayments devis={ended as never} />)
    expect(totals()[0]).toMatch(/^Commande TTC8 000,00 €Montant conservé600,00 €.*Trop-perçu à rendre1 800,00 €$/)
    expect(screen.getByText(/^Commande annulée : l’entreprise conserve 600,00.€, comme convenu\.$/)).toBeTruthy()
    expect(screen.queryByText(/L221-25/)).toBeNull()
    over.unmount()
    fake.payments = [paid('p1', { MONTANT: 600_00 })]
    show(<QuotePayments devis={ended as never} />)
    expect(totals()[0]).toMatch(/Soldé0,00 €$/)
  })

  it('[DAY-06 payments] (entered) three taps: add, the means, save; without a network too', async () => {
    show(<QuotePayments devis={devis as never} />)
    await press('Ajouter un paiement')
    await pick('Virement')
    await press('Enregistrer')
    expect(fake.commands.create).toHaveBeenCalledWith('paiement', {
      IDDEVIS: 'd1',
      IDPROJET: 'j1',
      MONTANT: 5_600_00,
      MOYEN: 'virement',
      GENRE: 'solde',
      DATE_PAIEMENT: '2026-11-20',
      REFERENCE: null,
      NOTE: null,
    })
  })

  it('[DAY-06 payments] (entered) two taps for the balance: the means opens the form with what is due, then save', async () => {
    fake.payments = []
    const open = show(<QuotePayments devis={devis as never} />)
    const means = within(screen.getByRole('group', { name: /^Encaisser 8\s000,00\s€ par$/ }))
    await user.click(means.getByRole('button', { name: 'Chèque' }))
    await press('Enregistrer')
    expect(fake.commands.create).toHaveBeenCalledWith(
      'paiement',
      expect.objectContaining({ MONTANT: 8_000_00, MOYEN: 'cheque', GENRE: 'solde', DATE_PAIEMENT: '2026-11-20' }),
    )
    open.unmount()
    fake.payments = [paid('p1', { MONTANT: 8_000_00 })]
    show(<QuotePayments devis={devis as never} />)
    expect(screen.queryByRole('group', { name: /^Encaisser/ })).toBeNull()
  })

  it('[DAY-06 payments] (entered) the first is a deposit until it is the whole; a means is asked for; a twin and too much are said', async () => {
    fake.payments = []
    show(<QuotePayments devis={devis as never} />)
    expect(screen.queryByRole('list')).toBeNull()
    await press('Ajouter un paiement')
    await press('Enregistrer')
    expect(screen.getByText('Choisissez le moyen de paiement')).toBeTruthy()
    expect(fake.commands.create).not.toHaveBeenCalled()
    expect(screen.getByRole('radio', { name: 'Acompte' })).toHaveProperty('checked', true)
    await press(/^Tout le reste/)
    expect(screen.getByRole('radio', { name: 'Solde' })).toHaveProperty('checked', true)
    const amount = screen.getByRole('textbox', { name: 'Montant' })
    await user.clear(amount)
    await user.type(amount, '9000')
    expect(screen.getByText(/de plus que le reste à payer/)).toBeTruthy()
  })

  it('[DAY-06 payments] (ended) money that arrives once the order has ended is entered, and the form says that it goes back', async () => {
    fake.payments = []
    const ended = { ...devis, REFUSE: 1, DATE_REFUSE: '2026-11-15T10:00:00.000Z' }
    show(<QuotePayments devis={ended as never} />)
    expect(screen.queryByRole('group', { name: /^Encaisser/ })).toBeNull()
    await press('Ajouter un paiement')
    expect(screen.getByText(/ce montant sera à rendre en entier/)).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Montant' }), '300')
    await pick('Virement')
    await press('Enregistrer')
    expect(fake.commands.create).toHaveBeenCalledWith(
      'paiement',
      expect.objectContaining({ MONTANT: 300_00, GENRE: 'autre', DATE_PAIEMENT: '2026-11-20' }),
    )
  })

  it('[DAY-06 payments] (entered) says that a cheque of the same amount is there already', async () => {
    fake.payments = [paid('p1', { MONTANT: 5_600_00, DATE_PAIEMENT: '2026-11-19' }), paid('p0', { MONTANT: 2_400_00 })]
    show(<QuotePayments devis={{ ...devis, PRIX_TTC: 13_600_00 } as never} />)
    await press('Ajouter un paiement')
    expect(screen.getByText(/Un paiement de .* du 19\/11\/2026 est déjà dans la liste/)).toBeTruthy()
  })

  it('[DAY-06 cash] refuses more than 1,000 € in cash', async () => {
    show(<QuotePayments devis={devis as never} />)
    await press('Ajouter un paiement')
    await pick('Espèces')
    await press('Enregistrer')
    expect(screen.getByText(/La loi limite les espèces à 1\s000\s€/)).toBeTruthy()
    expect(fake.commands.create).not.toHaveBeenCalled()
  })

  it('[DAY-06 payments] (refund) refuses to give back more than was received', async () => {
    fake.payments = [paid('p1', { MONTANT: 300_00 }), paid('p2', { MONTANT: 900_00, sync: { state: 'refused' } })]
    show(<QuotePayments devis={{ ...devis, REFUSE: 1, DATE_REFUSE: '2026-11-15T10:00:00.000Z' } as never} />)
    await press('Ajouter un paiement')
    expect(screen.getByRole('radio', { name: 'Remboursement' })).toHaveProperty('checked', true)
    await pick('Virement')
    // Its day is of the other way.
    expect(screen.getByLabelText(/^Remboursé le/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Reçu le/)).toBeNull()
    const amount = screen.getByRole('textbox', { name: 'Montant' })
    await user.clear(amount)
    await user.type(amount, '300,01')
    await press('Enregistrer')
    expect(screen.getByText(/^Vous ne pouvez pas rendre plus que ce qui a été reçu : 300\s€ au plus/)).toBeTruthy()
    expect(fake.commands.create).not.toHaveBeenCalled()
  })

  it('[DAY-06 lawful] before the eighth day says from when, and offers nothing; an unsigned quote has no panel', () => {
    fake.payments = []
    fake.now = '2026-11-09 23:59'
    const early = show(<QuotePayments devis={devis as never} />)
    expect(screen.getByText(/^Aucun paiement ne peut être demandé avant le 10\/11\/2026/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ajouter un paiement' })).toBeNull()
    early.unmount()
    fake.now = '2026-11-10 00:00'
    const lawful = show(<QuotePayments devis={devis as never} />)
    expect(screen.getByRole('button', { name: 'Ajouter un paiement' })).toBeTruthy()
    lawful.unmount()
    show(<QuotePayments devis={{ ...devis, DEVIS_SIGNE: 0 } as never} />)
    expect(screen.queryByText('Paiements')).toBeNull()
  })

  it('[DAY-06 payments] (cancel) asks for a reason', async () => {
    show(<QuotePayments devis={devis as never} />)
    await press(/^Actions : Acompte/)
    await user.click(await screen.findByRole('menuitem', { name: 'Annuler ce paiement' }))
    const sheet = within(await screen.findByRole('region', { name: /^Annuler le paiement de/ }))
    await user.click(sheet.getByRole('button', { name: 'Annuler ce paiement' }))
    expect(sheet.getByText('Dites pourquoi ce paiement est annulé')).toBeTruthy()
    await user.click(sheet.getByRole('button', { name: 'Chèque sans provision' }))
    await user.click(sheet.getByRole('button', { name: 'Annuler ce paiement' }))
    expect(fake.commands.cancelPayment).toHaveBeenCalledWith('p1', 'Chèque sans provision')
  })

  it('[DAY-06 payments] (correct) [OUT-13] cancels the wrong one first, and enters the right one, in one save', async () => {
    one.forget()
    show(<QuotePayments devis={devis as never} />)
    await press(/^Actions : Acompte/)
    await user.click(await screen.findByRole('menuitem', { name: 'Corriger' }))
    const sheet = within(await screen.findByRole('region', { name: 'Corriger le paiement' }))
    await user.click(sheet.getByRole('radio', { name: 'Virement' }))
    await user.click(sheet.getByRole('button', { name: 'Enregistrer' }))
    await waitFor(() => expect(fake.commands.create).toHaveBeenCalled())
    expect(fake.commands.cancelPayment).toHaveBeenCalledWith('p1', 'Erreur de saisie')
    expect(fake.commands.create.mock.calls[0]?.[1]).toMatchObject({
      MONTANT: 2_400_00,
      MOYEN: 'virement',
      REFERENCE: '0001234',
    })
    expect(replaces(fake.commands.create.mock.calls[0]?.[2].id, 'p1')).toBe(true)
    expect(one.saves()).toEqual([['cancelPayment', 'create']])
  })

  it('[DAY-06 payments] (correct) a colleague who cancelled it while the form was open is told, and nothing is saved', async () => {
    const page = (
      <MantineProvider theme={theme} env="test">
        <QuotePayments devis={devis as never} />
      </MantineProvider>
    )
    const { rerender } = render(page)
    await press(/^Actions : Acompte/)
    await user.click(await screen.findByRole('menuitem', { name: 'Corriger' }))
    await screen.findByRole('region', { name: 'Corriger le paiement' })
    const gone = { ANNULE_LE: '2026-11-20T10:00:00.000Z', ANNULE_PAR: 'alice', MOTIF_ANNULATION: 'Erreur' }
    fake.payments = [paid('p1', gone), paid('p2', { MONTANT: 2_500_00, IDPERSONNEL: 'alice' })]
    rerender(
      <MantineProvider theme={theme} env="test">
        <QuotePayments devis={{ ...devis } as never} />
      </MantineProvider>,
    )
    expect(screen.getByText(/^Ce paiement a été corrigé ou annulé entre-temps/)).toBeTruthy()
    await press('Enregistrer')
    expect(fake.commands.cancelPayment).not.toHaveBeenCalled()
    expect(fake.commands.create).not.toHaveBeenCalled()
  })

  it('[DAY-06 receipt] says what was received then, and what remained', async () => {
    fake.payments = [paid('p1'), paid('p2', { MONTANT: 1_000_00, DATE_PAIEMENT: '2026-11-15' })]
    show(<QuotePayments devis={devis as never} />)
    const [first] = screen.getAllByRole('button', { name: /^Actions/ })
    await user.click(first as HTMLElement)
    await user.click(await screen.findByRole('menuitem', { name: 'Reçu (PDF)' }))
    expect(await screen.findByText('Reçu D-2026-00042 du 12-11-2026')).toBeTruthy()
    expect(fake.order.mock.calls[0]?.[1]).toMatchObject({
      receipt: { received: 2_400_00, left: 5_600_00, over: 0, client: { NOM: 'Durand' }, paiement: { id: 'p1' } },
    })
  })

  it('[DAY-06 receipt] does not count what the bank has rejected, before the office cancels it', async () => {
    const rejected = { MOYEN: 'en_ligne', IDPERSONNEL: null, REJETE_LE: '2026-11-14T10:00:00.000Z' }
    fake.payments = [
      paid('p1', { ...rejected, MONTANT: 1_000_00 }),
      paid('p2', { MONTANT: 500_00, DATE_PAIEMENT: '2026-11-15' }),
    ]
    show(<QuotePayments devis={{ ...devis, PRIX_TTC: 1_500_00 } as never} />)
    await user.click(screen.getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reçu (PDF)' }))
    expect(await screen.findByText('Reçu D-2026-00042 du 15-11-2026')).toBeTruthy()
    expect(fake.order.mock.calls[0]?.[1]).toMatchObject({ receipt: { received: 500_00, left: 1_000_00, over: 0 } })
  })

  it('[DAY-06 receipt] of an order that has ended, what was received then is to be given back', async () => {
    fake.payments = [paid('p1')]
    show(<QuotePayments devis={{ ...devis, REFUSE: 1, MONTANT_CONSERVE: 500_00 } as never} />)
    await user.click(screen.getByRole('button', { name: /^Actions/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reçu (PDF)' }))
    expect(await screen.findByText('Reçu D-2026-00042 du 12-11-2026')).toBeTruthy()
    expect(fake.order.mock.calls[0]?.[1]).toMatchObject({
      receipt: { received: 2_400_00, left: 0, over: 1_900_00, devis: { REFUSE: 1, MONTANT_CONSERVE: 500_00 } },
    })
  })

  it('[DAY-06 payments] (rights) a technician reads; a seller does not cancel what the office or the service wrote', async () => {
    fake.payments = [paid('p1', { IDPERSONNEL: 'alice' }), paid('p2', { MOYEN: 'en_ligne', IDPERSONNEL: null })]
    const seller = show(<QuotePayments devis={devis as never} />)
    for (const button of screen.getAllByRole('button', { name: /^Actions/ })) {
      await user.click(button)
      expect(await screen.findByRole('menuitem', { name: 'Reçu (PDF)' })).toBeTruthy()
      expect(screen.queryByRole('menuitem', { name: 'Corriger' })).toBeNull()
      await user.keyboard('{Escape}')
    }
    expect(screen.getByText(/Confirmé par le service de paiement/)).toBeTruthy()
    seller.unmount()
    fake.staff = { ...fake.staff, roles: ['technician'] }
    show(<QuotePayments devis={devis as never} />)
    expect(screen.queryByRole('button', { name: 'Ajouter un paiement' })).toBeNull()
  })

  it('[DAY-06 payments] (rejected) what the bank rejects afterwards says so, and only the office cancels it', async () => {
    const rejected = { MOYEN: 'en_ligne', IDPERSONNEL: null, REJETE_LE: '2026-11-20T10:00:00.000Z' }
    fake.payments = [paid('p1', rejected)]
    const seller = show(<QuotePayments devis={devis as never} />)
    expect(screen.getByText(/^Rejeté par la banque le 20\/11\/2026/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull()
    seller.unmount()
    fake.staff = { ...fake.staff, roles: ['assistant'] }
    const office = show(<QuotePayments devis={devis as never} />)
    await press(/^Actions/)
    expect(await screen.findByRole('menuitem', { name: 'Annuler ce paiement' })).toBeTruthy()
    for (const name of ['Corriger', 'Reçu (PDF)']) expect(screen.queryByRole('menuitem', { name })).toBeNull()
    office.unmount()
    // Cancelled, it says why instead.
    const gone = { ANNULE_LE: '2026-11-21T10:00:00.000Z', ANNULE_PAR: 'alice', MOTIF_ANNULATION: 'Paiement rejeté' }
    fake.payments = [paid('p1', { ...rejected, ...gone })]
    show(<QuotePayments devis={devis as never} />)
    expect(screen.queryByText(/^Rejeté par la banque/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull()
  })

  it('[DAY-06 payments] (project) shows those of each order of the project', () => {
    fake.payments = [paid('p1'), paid('p2', { IDDEVIS: 'd2', MONTANT: 100_00 })]
    const other = { ...devis, IDDEVIS: 'd2', NUMERO_DEVIS: 'D-2026-00043', PRIX_TTC: 100_00 }
    const draft = { ...devis, IDDEVIS: 'd3', DEVIS_SIGNE: 0 }
    show(<ProjectPayments projet="j1" devis={[devis, other, draft] as never} />)
    expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'D-2026-00042',
      'D-2026-00043',
    ])
    expect(totals()[1]).toMatch(/Soldé0,00 €$/)
  })

  it('[DAY-06 payments] (entered) the payment that is being typed stays when the project’s quotes leave this device', async () => {
    const page = (quotes: readonly unknown[]) => (
      <MantineProvider theme={theme} env="test">
        <ProjectPayments projet="j1" devis={quotes as never} />
      </MantineProvider>
    )
    const { rerender } = render(page([devis]))
    await press('Ajouter un paiement')
    await pick('Virement')
    await user.type(screen.getByLabelText(/Référence/), 'VIR 42')
    // The office has given the project to a colleague.
    rerender(page([]))
    expect(screen.queryByRole('button', { name: 'Ajouter un paiement' })).toBeNull()
    expect((screen.getByLabelText(/Référence/) as HTMLInputElement).value).toBe('VIR 42')
    await press('Enregistrer')
    expect(fake.commands.create).toHaveBeenCalledWith('paiement', expect.objectContaining({ REFERENCE: 'VIR 42' }))
  })
})
