// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { newRecord } from '../../../schemas/entity.ts'
import { entityOf } from '../../../schemas/resources.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { theme } from '../../ui/theme.ts'
import { TellPanel } from './tell-panel.tsx'

const fake = vi.hoisted(() => ({
  online: true,
  may: true,
  canaux: ['mail', 'sms'],
  notified: [] as unknown[],
  held: [] as unknown[],
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))
vi.mock('../../data/records/use-commands.ts', () => ({
  useCommands: () => ({ notify: async (...given: unknown[]) => void fake.notified.push(given) }),
}))
vi.mock('../../data/records/use-records.ts', () => ({
  useRecords: () => new Map([['camille', { NOM_COMPLET: 'Camille Robin' }]]),
}))
vi.mock('../../data/session/use-canaux.ts', () => ({ useCanaux: () => fake.canaux }))
vi.mock('../../data/session/use-now.ts', () => ({ useNow: () => '2026-11-20 08:00' }))
vi.mock('../../data/session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../../data/sync-status/sync-context.ts', () => ({ useSync: () => ({ status: { online: fake.online } }) }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => fake.may }))
vi.mock('../../domain/records/use-held-notice.ts', () => ({
  useHeldNotice: () => (held: unknown) => void fake.held.push(held),
}))

const client = { ...newRecord(entityOf('client'), {}), MAIL: 'lea@example.com', PORTABLE: '06 39 98 00 01' }
const rdv = {
  ...newRecord(entityOf('rdv'), {}),
  IDRDV: 'rdv-1',
  RDV_DEBUT: '2026-11-24 14:00',
  RDV_FIN: '2026-11-24 15:00',
}
const annonce = {
  id: 'a',
  LE: '2026-11-19T09:00:00.000Z',
  GENRE: 'confirmation',
  CANAL: 'mail',
  DEBUT: '2026-11-24 14:00',
}

const show = (more: object = {}, of: object = client, projet: object | null = null) =>
  render(
    <MantineProvider theme={theme} env="test">
      <TellPanel
        rdv={{ ...rdv, ...more } as unknown as LocalRecord<'rdv'>}
        client={of as LocalRecord<'client'>}
        projet={projet as LocalRecord<'projet'> | null}
      />
    </MantineProvider>,
  )

beforeEach(() => Object.assign(fake, { online: true, may: true, canaux: ['mail', 'sms'], notified: [], held: [] }))

it('[DAY-09 customer-rdv] (confirm) a press keeps the message on this device, with time to take it back, also without a network', async () => {
  fake.online = false
  show()
  expect(screen.getByText(/le message partira à son retour/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Envoyer la confirmation par SMS' }))
  expect(fake.notified).toEqual([['rdv-1', 'sms']])
  expect(fake.held).toMatchObject([{ resource: 'rdv', id: 'rdv-1', action: 'notify' }])
})

it('[DAY-09 customer-rdv] (confirm) says why a customer cannot be told, and what they were told', () => {
  show(
    {
      ANNONCES: [
        { ...annonce, IDPERSONNEL: 'camille' },
        { ...annonce, id: 'b', GENRE: 'rappel', CANAL: 'sms' },
      ],
    },
    {
      ...client,
      MAIL: null,
    },
  )
  expect(screen.getByRole('button', { name: /par mail/ }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText(/n'a pas d'adresse email/)).toBeTruthy()
  expect(screen.getByText('Confirmation par mail, Camille Robin')).toBeTruthy()
  expect(screen.getByText('Rappel par SMS, automatique')).toBeTruthy()
})

it('[DAY-09 customer-rdv] (confirm) a company without an SMS service offers none, and says so', async () => {
  fake.canaux = ['mail']
  show()
  expect(screen.getByRole('button', { name: /par SMS/ }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText(/Votre entreprise n'a pas de service de SMS/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /par mail/ }))
  expect(fake.notified).toEqual([['rdv-1', 'mail']])
})

it('[DAY-09 customer-rdv] (true) of a stopped project nothing is confirmed, and says so', () => {
  show({}, client, { REFUSE: 0, DATE_SANS_SUITE: '2026-11-20' })
  expect(screen.getByRole('button', { name: /par mail/ }).hasAttribute('disabled')).toBe(true)
  expect(screen.getByText(/Le projet de ce rendez-vous est arrêté/)).toBeTruthy()
})

it('[DAY-09 customer-rdv] (confirm) knows that the appointment moved, or is cancelled, since the customer was told', () => {
  show({ RDV_DEBUT: '2026-11-25 09:00', ANNONCES: [annonce] })
  expect(screen.getByRole('button', { name: 'Annoncer le nouveau moment par mail' })).toBeTruthy()
  show({ SUPPRIME: 1, ANNONCES: [annonce] })
  expect(screen.getByRole('button', { name: 'Annoncer l’annulation par mail' })).toBeTruthy()
})

it('[DAY-09 answer] shows the answer to the time that it has, not to a former one', () => {
  const REPONSE_CLIENT = { ETAT: 'autre_moment', LE: '2026-11-19T10:00:00.000Z', DEBUT: rdv.RDV_DEBUT, IDDEMANDE: 'd' }
  const { unmount } = show({ REPONSE_CLIENT })
  expect(screen.getByText('Demande un autre moment')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Voir sa demande' }).getAttribute('href')).toBe('/manager/demande/d')
  unmount()
  show({ REPONSE_CLIENT, RDV_DEBUT: '2026-11-25 09:00' })
  expect(screen.queryByText('Demande un autre moment')).toBeNull()
})

it('[DAY-09 answer] the time that the customer asked for stays in sight once the appointment was moved', () => {
  const REPONSE_CLIENT = {
    ETAT: 'autre_moment',
    LE: '2026-11-19T10:00:00.000Z',
    DEBUT: '2026-11-24 14:00',
    IDDEMANDE: 'd1',
    SOUHAITS: ['2026-11-25 17:30'],
  }
  const { unmount } = show({ REPONSE_CLIENT })
  expect(screen.getByText(/^A demandé : .*17:30$/)).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(1)
  unmount()
  show({ REPONSE_CLIENT, RDV_DEBUT: '2026-11-25 17:30', RDV_FIN: '2026-11-25 18:30' })
  expect(screen.queryByText('Demande un autre moment')).toBeNull()
  expect(screen.getByText(/^A demandé : .*17:30$/)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/manager/demande/d1')
})
