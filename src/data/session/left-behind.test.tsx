// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { LeftBehind } from '../../app/shell/left-behind.tsx'
import type { LocalData } from '../database/local-data.ts'
import { lookForLeftBehind } from './left-behind.ts'

const fake = vi.hoisted(() => ({ devices: [] as unknown, asked: [] as unknown[], waiting: 0, told: 0 }))
vi.mock('../api/api.ts', () => ({
  callApi: async (path: string, shape: (value: unknown) => boolean, { token }: { token: string }) => {
    fake.asked.push([path, token])
    if (fake.devices instanceof Error || !shape(fake.devices)) throw new Error(path)
    return fake.devices
  },
}))
vi.mock('../api/device-id.ts', () => ({ deviceId: () => 'ici' }))
vi.mock('../database/storage-mark.ts', () => ({ readStorageMark: () => ({ lost: { waiting: fake.told } }) }))
vi.mock('../../../sync/replicate/device-report.ts', () => ({
  readWaiting: async () => ({ pending: fake.waiting, refused: 0, files: 0, oldest: null }),
}))
vi.mock('./session.tsx', () => ({ useCompany: () => ({ FUSEAU: 'Europe/Paris' }) }))

const device = (device_id: string) => ({
  IDPERSONNEL: 'camille',
  NOM_COMPLET: null,
  device_id,
  agent: 'iPad · Safari',
  version: null,
  connected: false,
  reported_at: '2026-11-20T13:05:00.000Z',
  synced_at: null,
  pending: 2,
  refused: 1,
  files: 1,
  oldest: null,
})
const opening = (): Promise<LocalData> => Promise.resolve({ db: {} } as LocalData)
const said = (): string | null => screen.queryByRole('alert')?.textContent ?? null
const login = async (open = opening): Promise<void> => {
  cleanup()
  render(
    <MantineProvider env="test">
      <LeftBehind />
    </MantineProvider>,
  )
  await act(() => lookForLeftBehind('jeton', open()).catch(() => undefined))
}

beforeEach(() => {
  sessionStorage.clear()
  Object.assign(fake, { devices: [], asked: [], waiting: 0, told: 0 })
})

it('[AUT-08] [WORK-7] a login says what stayed on another device, and where to send it from', async () => {
  fake.devices = [device('ailleurs')]
  await login()
  expect(fake.asked).toEqual([['/sync/left_behind', 'jeton']])
  expect(said()).toMatch(
    /3 saisies et 1 fichier sur « iPad · Safari ».*20\/11\/2026 14:05.*reconnectez-vous sur cet appareil/,
  )
  await userEvent.click(screen.getByRole('button', { name: 'J’ai compris' }))
  expect(said()).toBeNull()
})

it('[AUT-08] [SEAL-4] of this device it says that the pack is gone, and nothing where it was unsealed', async () => {
  fake.devices = [device('ici')]
  await login()
  expect(said() ?? '').toMatch(/3 saisies et 1 fichier sur cet appareil.*n’y sont plus.*perdues/)
  fake.waiting = 4
  await login()
  expect(said()).toBeNull()
})

it.each([
  ['the loss is told already (WORK-11)', () => (fake.told = 3), opening],
  ['the local database does not open: nobody knows', () => 0, () => Promise.reject(new Error('no room'))],
])('[AUT-08] says nothing of this device where %s', async (_, given, open) => {
  given()
  fake.devices = [device('ici')]
  await login(open)
  expect(said()).toBeNull()
})

it('[AUT-08] nothing is said where nothing was left, and by a server that does not know', async () => {
  await login()
  expect(said()).toBeNull()
  fake.devices = new Error('404')
  await login()
  expect(said()).toBeNull()
})
