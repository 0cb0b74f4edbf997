// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { CHECKLIST } from '../../../schemas/checklist.ts'
import type { RoleName } from '../../../schemas/entities/personnel.ts'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { SetUpCard } from './set-up-card.tsx'

const fake = vi.hoisted(() => ({ roles: [] as string[], done: [] as string[], asked: [] as string[] }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useStaff: () => ({ roles: fake.roles as RoleName[] }) }))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async (path: string) => {
    fake.asked.push(path)
    return CHECKLIST.map((item) => ({ item, done: fake.done.includes(item) }))
  },
}))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}))

const show = (online = true) =>
  render(
    <MantineProvider env="test">
      <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online } }}>
        <SetUpCard />
      </SyncContext.Provider>
    </MantineProvider>,
  )

beforeEach(() => localStorage.clear())
beforeEach(() => Object.assign(fake, { roles: ['commercial_director'], done: [], asked: [] }))

it('[SET-02 checklist] (the director’s first screen) a new company opens on what is not set up', async () => {
  fake.done = ['agences', 'listes']
  show()
  await screen.findByText(`2 sur ${CHECKLIST.length}`)
  expect(screen.getByText(/^Reste à régler : Apparence, Mentions légales, Personnel,/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Continuer la mise en route' }).getAttribute('href')).toBe(
    '/manager/parametres',
  )
})

it('[SET-02 readers] says nothing when all is done, to other roles, and without a network', async () => {
  fake.done = [...CHECKLIST]
  const { unmount } = show()
  await vi.waitFor(() => expect(fake.asked).toEqual(['/entreprise/mise_en_route']))
  expect(screen.queryByText('Mise en route')).toBeNull()
  unmount()
  fake.done = []
  fake.roles = ['commercial']
  show().unmount()
  fake.roles = ['commercial_director']
  show(false)
  expect(fake.asked).toHaveLength(1)
  expect(screen.queryByText('Mise en route')).toBeNull()
})

it('whoever needs no more hides what is left, on this device, until something else is missing', async () => {
  const left = ['personnel', 'paiements']
  fake.done = CHECKLIST.filter((item) => !left.includes(item))
  const first = show()
  fireEvent.click(await screen.findByRole('button', { name: 'Masquer' }))
  await vi.waitFor(() => expect(screen.queryByText('Mise en route')).toBeNull())
  first.unmount()

  const again = show()
  await vi.waitFor(() => expect(fake.asked).toHaveLength(2))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(screen.queryByText('Mise en route')).toBeNull()
  again.unmount()

  fake.done = fake.done.filter((item) => item !== 'agences')
  show()
  await screen.findByText('Mise en route')
  expect(screen.getByText(/Agences, Personnel/)).toBeTruthy()
})
