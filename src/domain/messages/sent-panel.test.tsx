// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../schemas/errors.ts'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { theme } from '../../ui/theme.ts'
import { SentPanel } from './sent-panel.tsx'
import { waitingOf } from './use-sent.ts'

const MESSAGE = {
  id: 'm',
  CANAL: 'mail',
  GENRE: 'devis_transmis',
  OBJET: 'Votre devis D-2026-00001',
  DESTINATAIRE: 'lea@example.com',
  ETAT: 'failed',
  RAISON: 'Le serveur de messagerie a répondu 550.',
  LE: '2026-11-24T09:00:00.000Z',
  ENVOYE_LE: null,
  OUVERT_LE: null,
  IDPERSONNEL: 'camille',
}
const fake = vi.hoisted(() => ({
  online: true,
  page: null as object | null,
  doc: null as object | null,
  kept: [] as unknown[],
  entries: [] as object[],
}))
const data = vi.hoisted(() => ({ db: {} }))
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => data }))
vi.mock('../../data/records/use-local-document.ts', () => ({ useLocalDocument: () => fake.doc }))
vi.mock('../../data/records/use-outbox.ts', () => ({ useOutbox: () => fake.entries }))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: () => new Map([['camille', { NOM_COMPLET: 'Camille Robin' }]]),
}))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: fake.online } }) }))
vi.mock('../online/company-api.ts', () => ({
  companyApi: {
    one: async () => {
      if (fake.page instanceof Error) throw fake.page
      return fake.page
    },
  },
}))
vi.mock('../../../sync/store/sent.ts', async (original) => ({
  ...(await original<object>()),
  keepSent: async (_db: object, key: string, page: unknown) => void fake.kept.push([key, page]),
}))

const show = () =>
  render(
    <MantineProvider theme={theme} env="test">
      <SentPanel subject={{ resource: 'devis', id: 'd', below: ['r'] }} />
    </MantineProvider>,
  )
beforeEach(() =>
  Object.assign(fake, { online: true, page: { data: [MESSAGE], total: 1 }, doc: null, kept: [], entries: [] }),
)

it('[DAY-15 sent] says what was sent, when, by whom, to which address, and why it did not arrive', async () => {
  show()
  expect(await screen.findByText('Devis transmis')).toBeTruthy()
  expect(screen.getByText(/lea@example.com · 24\/11\/2026.*Camille Robin/)).toBeTruthy()
  expect(screen.getByText('Échec')).toBeTruthy()
  expect(screen.getByText('Le serveur de messagerie a répondu 550.')).toBeTruthy()
  await waitFor(() => expect(fake.kept).toMatchObject([['devis/d', { total: 1 }]]))
})

it('[DAY-15 sent] says about what nothing was sent: the quote of its page, not its customer', async () => {
  fake.page = { data: [], total: 0 }
  show()
  expect(await screen.findByText('Rien n’a encore été envoyé pour ce devis.')).toBeTruthy()
})

it.each([
  [
    { ETAT: 'sent', ENVOYE_LE: '2026-11-24T09:05:00.000Z' },
    /^Exemplaire du contrat signé envoyé à lea@example.com le 24\/11\/2026/,
  ],
  [{ ETAT: 'queued', ENVOYE_LE: null }, 'Exemplaire du contrat signé : en attente d’envoi à lea@example.com.'],
  [{ ETAT: 'failed', ENVOYE_LE: null }, /n’est pas parti.*exemplaire papier/],
  // Kept, because no service sends it.
  [{ ETAT: 'recorded', ENVOYE_LE: '2026-11-24T09:05:00.000Z' }, /n’est pas parti.*exemplaire papier/],
  [{ ETAT: 'unknown', ENVOYE_LE: null }, /n’est peut-être pas parti.*exemplaire papier/],
  [null, /Aucun exemplaire du contrat signé n’a été envoyé.*exemplaire papier/],
])('[SPA-04] says whether the customer has their copy of the contract: %o', async (mail, said) => {
  fake.page = { data: [], total: 0, CONTRAT: mail && { DESTINATAIRE: 'lea@example.com', ...mail } }
  show()
  await waitFor(() => expect(screen.queryByText(said)).not.toBeNull())
})

it('[SPA-04] says nothing of a copy where the server says nothing', async () => {
  show()
  await screen.findByText('Devis transmis')
  expect(screen.queryByText(/contrat signé/)).toBeNull()
})

it('[DAY-15 sent] without a network shows what is known here, with its age, and what waits on this device', () => {
  Object.assign(fake, {
    online: false,
    doc: {
      records: {
        'devis/d': { data: [{ ...MESSAGE, ETAT: 'sent', RAISON: null }], total: 1, at: '2026-11-24T10:00:00.000Z' },
      },
    },
    entries: [
      {
        id: 'e',
        resource: 'devis',
        recordId: 'd',
        action: 'transmit',
        patch: {},
        state: 'pending',
        createdAt: '2026-11-24T11:00:00.000Z',
      },
    ],
  })
  show()
  expect(screen.getByText(/Tel que le serveur l’a dit le 24\/11\/2026/)).toBeTruthy()
  expect(screen.getByText('Envoyé')).toBeTruthy()
  expect(screen.getByText('En attente sur cet appareil')).toBeTruthy()
})

it('[DAY-15 sent] says that nothing is known yet, and forgets what is no longer the reader’s', async () => {
  fake.online = false
  const { unmount } = show()
  expect(screen.getByText(/s’affichera au retour du réseau/)).toBeTruthy()
  unmount()
  Object.assign(fake, { online: true, page: new AppError('NOT_FOUND', 'Introuvable') })
  show()
  await waitFor(() => expect(fake.kept).toEqual([['devis/d', null]]))
})

it('[DAY-15 state] counts as waiting only what writes to the customer of this record and is not sent', () => {
  const entry = (more: object) =>
    ({ id: '1', recordId: 'd', action: 'transmit', patch: {}, state: 'pending', ...more }) as OutboxEntry
  const subject = { resource: 'devis', id: 'd', below: ['r'] } as const
  const entries = [
    entry({}),
    entry({ id: '2', recordId: 'r', action: 'notify' }),
    entry({ id: '3', recordId: 'x' }),
    entry({ id: '4', action: 'update' }),
    entry({ id: '5', state: 'acked' }),
    entry({ id: '6', action: 'relance', patch: { RELANCES: [{ CANAL: 'telephone' }] } }),
  ]
  expect(waitingOf(entries, subject).map(({ id }) => id)).toEqual(['1', '2'])
})
