// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { PAPERS } from '../../../tests/support/company-papers.ts'
import { oneSave } from '../../../tests/support/one-save.ts'
import { theme } from '../../ui/theme.ts'
import type { QuoteParties } from './devis-parties.ts'
import { SignHere } from './sign-here.tsx'
import { TransmitPanel } from './transmit-panel.tsx'

/** What the customer may do with a quote on the seller's device, and the panel that sends variants. */

const fake = vi.hoisted(() => ({
  online: true,
  may: true,
  canaux: ['mail', 'sms'],
  transmitted: [] as string[],
  opened: [] as string[],
  told: [] as unknown[],
}))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: fake.online } }) }))
vi.mock('../../data/session/use-canaux.ts', () => ({ useCanaux: () => fake.canaux }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-26 10:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => fake.may }))
const one = oneSave({ transmit: async (id: string) => void fake.transmitted.push(id) })
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => one.commands,
}))
vi.mock('../../domain/records/use-held-notice.ts', () => ({
  useHeldNotice: () => (held: unknown) => void fake.told.push(held),
}))
vi.mock('./public-link.ts', () => ({ openPublicLink: async (id: string) => void fake.opened.push(id) }))
vi.mock('./relance-sheet.tsx', () => ({ RelanceHistory: () => null, RelanceSheet: () => null }))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
}))

type Devis = LocalRecord<'devis'>
const LIGNES = [{ id: 'l', LIBELLE: 'Porte', UNITE: 'u', QUANTITE: 1, PRIX_UNITAIRE_HT: 100, TAUX_TVA: 1000 }]
const quote = (IDDEVIS: string, more: Partial<Devis> = {}): Devis =>
  ({
    ...newRecord(entityOf('devis'), {}),
    IDDEVIS,
    IDPROJET: 'p',
    LIGNES,
    DATE_EDITION: '2026-11-20',
    DATE_VALIDITE: '2026-12-31',
    sync: { state: 'synced' },
    ...more,
  }) as Devis
const SENT = { DATE_TRANSMISSION: '2026-11-20T09:00:00.000Z' }
const place = { ADRESSE: '1 rue A', CODE_POSTAL: '44000', VILLE: 'Nantes' }
const parties = {
  company: {
    ...PAPERS,
    NOM: 'Habitat',
  },
  client: { NOM: 'Noël', MAIL: 'lea@example.com', VILLE: 'Nantes' },
  adresse: place,
  chantier: place,
} as unknown as QuoteParties

beforeEach(() => {
  Object.assign(fake, { online: true, may: true, canaux: ['mail', 'sms'], transmitted: [], opened: [], told: [] })
})
const page = (devis: Devis, all: readonly Devis[] = [devis], stopped = false, of = parties) => (
  <MantineProvider theme={theme} env="test">
    <SignHere devis={devis} parties={of} all={all} stopped={stopped} />
  </MantineProvider>
)
const sign = () => screen.queryByText('Signer ici')

it('[MGR-20] (preview) a quote that was given opens its signing at once', async () => {
  render(page(quote('a', SENT)))
  fireEvent.click(sign() as HTMLElement)
  await waitFor(() => expect(fake.opened).toEqual(['a']))
  expect(fake.transmitted).toEqual([])
})

it('[MGR-20] (preview) a draft is given first, and its signing opens once the server has it', async () => {
  const { rerender } = render(page(quote('a')))
  fireEvent.click(sign() as HTMLElement)
  await waitFor(() => expect(fake.transmitted).toEqual(['a']))
  rerender(page(quote('a', { ...SENT, sync: { state: 'pending' } as never })))
  expect(screen.getByRole('status').textContent).toContain('s’enregistre')
  expect(fake.opened).toEqual([])
  rerender(page(quote('a', SENT)))
  await waitFor(() => expect(fake.opened).toEqual(['a']))
})

it('[MGR-20] (preview) says in the customer’s words why it cannot be signed: no network, incomplete, expired, answered, another variant signed', () => {
  const said = (devis: Devis, all?: readonly Devis[]): [string, boolean] => {
    const { unmount } = render(page(devis, all))
    const found: [string, boolean] = [screen.getByRole('status').textContent ?? '', sign() !== null]
    unmount()
    return found
  }
  expect(said(quote('a', { LIGNES: [] }))).toEqual([
    'Ce devis n’est pas encore complet : il ne peut pas être signé.',
    false,
  ])
  expect(said(quote('a', { ...SENT, DATE_VALIDITE: '2026-11-25' }))).toEqual(['Ce devis n’est plus valable.', false])
  expect(said(quote('a', { ...SENT, REFUSE: 1 }))[0]).toContain('n’attend plus')
  const signed = quote('b', {
    ...SENT,
    GROUPE_VARIANTES: 'a',
    DEVIS_SIGNE: 1,
    DATE_SIGNATURE: '2026-11-21T09:00:00.000Z',
  })
  expect(said(quote('a'), [quote('a'), signed])[0]).toContain('n’attend plus')
  fake.may = false
  expect(said(quote('a'))[1]).toBe(false)
  fake.online = false
  expect(said(quote('a', SENT))).toEqual([expect.stringContaining('il faut du réseau'), true])
})

it('[MGR-20] (preview) a quote that was given is signed here as by its link, although the company’s mentions were emptied since; a draft is not', () => {
  const emptied = { ...parties, company: { ...parties.company, MENTIONS_LEGALES: null } } as QuoteParties
  const given = quote('a', SENT)
  const { unmount } = render(page(given, [given], false, emptied))
  expect([screen.queryByRole('status'), sign()]).toEqual([null, expect.anything()])
  unmount()
  const empty = quote('a', { ...SENT, LIGNES: [] })
  const lacking = render(page(empty, [empty], false, emptied))
  expect(sign()).toBeNull()
  lacking.unmount()
  const draft = quote('a')
  render(page(draft, [draft], false, emptied))
  expect([screen.getByRole('status').textContent, sign()]).toEqual([
    expect.stringContaining('pas encore complet'),
    null,
  ])
})

const panel = (devis: Devis, variants: readonly Devis[], stopped = false) =>
  render(
    <MantineProvider theme={theme} env="test">
      <TransmitPanel devis={devis} parties={parties} otherSigned={false} stopped={stopped} variants={variants} />
    </MantineProvider>,
  )

it('[DAY-17 variants] (sends) variants that are complete are sent by one tap, and taken back together', async () => {
  const [eco, confort] = [quote('a'), quote('b', { GROUPE_VARIANTES: 'a', VARIANTE: 'Confort' })]
  panel(eco, [eco, confort])
  fireEvent.click(screen.getByText('Transmettre les 2 variantes'))
  await waitFor(() => expect(fake.transmitted).toEqual(['a', 'b']))
  await waitFor(() => expect(fake.told).toMatchObject([{ id: ['a', 'b'], action: 'transmit' }]))
})

it('[MGR-12] says to which address a quote goes, and where the company has no mail server that the seller gives it', () => {
  const { unmount } = panel(quote('a'), [])
  expect(screen.getByText(/Le client le recevra par mail.*lea@example.com/)).toBeTruthy()
  unmount()
  fake.canaux = ['sms']
  panel(quote('a'), [])
  expect(screen.queryByText(/recevra par mail/)).toBeNull()
  expect(screen.getByText(/pas de serveur de mail : donnez le devis au client vous-même/)).toBeTruthy()
})

it('[MGR-12] says before it is sent that the customer cannot sign it online, and why', () => {
  const said = (PORTABLE: string | null): string => {
    const client = { ...parties.client, PORTABLE } as QuoteParties['client']
    const { container, unmount } = render(
      <MantineProvider theme={theme} env="test">
        <TransmitPanel
          devis={quote('a')}
          parties={{ ...parties, client }}
          otherSigned={false}
          stopped={false}
          variants={[]}
        />
      </MantineProvider>,
    )
    const words = container.textContent ?? ''
    unmount()
    return words
  }
  expect(said('06 39 98 00 01')).not.toContain('signer en ligne')
  expect(said(null)).toContain('ne pourra pas le signer en ligne : sa fiche n’a pas de téléphone mobile')
  fake.canaux = ['mail']
  expect(said('06 39 98 00 01')).toContain(
    'ne pourra pas le signer en ligne : votre entreprise n’a pas de service de SMS',
  )
})

it('[MGR-12] a quote whose validity is over is not sent, and the panel says what to change', () => {
  panel(quote('a', { DATE_VALIDITE: '2026-11-25' }), [])
  expect(screen.getByText(/était valable jusqu'au 25\/11\/2026 : changez sa date de validité/)).toBeTruthy()
  expect(screen.getByText('Transmettre au client').closest('button')?.disabled).toBe(true)
})

it('[DAY-17 variants] (sends) one that lacks a mention is named, and does not hold back this one; none is sent once one is signed', async () => {
  const [eco, empty] = [quote('a'), quote('b', { GROUPE_VARIANTES: 'a', VARIANTE: 'Confort', LIGNES: [] })]
  const { unmount } = panel(eco, [eco, empty])
  expect(screen.getByText('Des mentions de la variante « Confort » sont à compléter ou à corriger.')).toBeTruthy()
  expect(screen.queryByText(/^Transmettre les/)).toBeNull()
  fireEvent.click(screen.getByText('Transmettre au client'))
  await waitFor(() => expect(fake.transmitted).toEqual(['a']))
  unmount()
  panel(eco, [eco, quote('b', { GROUPE_VARIANTES: 'a', DEVIS_SIGNE: 1 })])
  expect(screen.getByText(/a signé une autre variante/)).toBeTruthy()
  expect(screen.queryByText('Transmettre au client')).toBeNull()
})

it('[MGR-12] of a stopped project nothing is sent, reminded of or signed, and the panel says what to do first', () => {
  for (const devis of [quote('a'), quote('a', SENT)]) {
    const { unmount } = panel(devis, [devis], true)
    expect(screen.getByText('Ce projet est arrêté : rouvrez-le d’abord.')).toBeTruthy()
    expect(screen.queryAllByRole('button')).toEqual([])
    unmount()
  }
  render(page(quote('a', SENT), undefined, true))
  expect([screen.getByRole('status').textContent, sign()]).toEqual(['Ce devis n’attend plus de signature.', null])
})
