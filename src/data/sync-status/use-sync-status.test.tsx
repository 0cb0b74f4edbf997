// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { NewFile } from '../../../sync/outbox/files.ts'
import { INITIAL_STATUS, nextStatus, type ReplicationEvent } from '../../../sync/replicate/status.ts'
import type { Device } from '../../../tests/support/device-steps.ts'
import { openDevice } from '../../../tests/support/local-device.ts'
import type { Report } from '../database/local-data.ts'
import { syncLabel } from './sync-label.ts'
import { useSyncState } from './use-sync-status.ts'

interface Follower {
  onReport: (report: Report) => void
  onHeard: () => void
}
const fake = vi.hoisted(() => ({
  data: null as unknown,
  trouble: null as string | null,
  conflicts: [] as unknown[] | undefined,
  follower: undefined as unknown,
  watched: undefined as { waiting: number | undefined } | undefined,
}))
vi.mock('../database/local-data-provider.tsx', () => ({
  useLocalData: () => fake.data,
  useOpening: () => ({ trouble: fake.trouble, retry: () => undefined }),
}))
vi.mock('../database/local-data.ts', () => ({
  databaseCode: () => import('../database/database-code.ts'),
  draftsCode: () => import('../database/drafts-code.ts'),
  followStatus: (_data: unknown, follower: unknown) => {
    fake.follower = follower
    return () => undefined
  },
  wakeReplication: () => undefined,
}))
vi.mock('../database/use-storage-watch.ts', () => ({
  useStorageWatch: (watched: typeof fake.watched) => {
    fake.watched = watched
  },
}))
vi.mock('../records/use-live.ts', () => ({ useLiveList: () => fake.conflicts }))
vi.mock('../session/use-zone.ts', () => ({ useZone: () => 'Europe/Paris' }))
vi.mock('../version/service-worker.ts', () => ({ lookForUpdate: () => undefined }))

beforeEach(() => {
  Object.assign(fake, { data: null, trouble: null, conflicts: [], follower: undefined, watched: undefined })
})

const tell = (...events: ReplicationEvent[]): void =>
  act(() =>
    (fake.follower as Follower).onReport({ status: events.reduce(nextStatus, { ...INITIAL_STATUS }), heard: true }),
  )
const whole = (): ReplicationEvent => ({ type: 'succeeded', at: new Date().toISOString() })

/** The hook on a device whose leader has just ended a whole round. */
async function quiet(): Promise<{
  device: Device
  pill: () => ReturnType<typeof syncLabel>
  end: () => Promise<void>
}> {
  const device = await openDevice()
  fake.data = { db: device.db }
  const { result, unmount } = renderHook(() => useSyncState())
  const pill = () => syncLabel(result.current.status)
  tell(whole())
  await waitFor(() => expect(pill().text).toBe('À jour'))
  const end = async (): Promise<void> => {
    unmount()
    await device.close()
  }
  return { device, pill, end }
}

const PHOTO: NewFile = {
  ...({ resource: 'projet', recordId: 'p', projectId: 'p', origin: 'photo' } as const),
  ...({ name: 'photo.jpg', type: 'image/jpeg' } as const),
  bytes: new Uint8Array([0xff, 0xd8, 0xff]),
}

it('[WORK-6] nothing is green, or counted, before all of it was read', async () => {
  const { result, rerender, unmount } = renderHook(() => useSyncState())
  expect(syncLabel(result.current.status).tone).toBe('busy')
  expect(fake.watched?.waiting).toBeUndefined()
  const device = await openDevice()
  fake.conflicts = undefined
  fake.data = { db: device.db }
  rerender()
  tell(whole())
  await waitFor(() => expect(result.current.status.certainty).toBe('current'))
  await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
  await waitFor(() => expect(result.current.status.pending).toBe(1))
  expect(result.current.status.phase).toBe('starting')
  expect(fake.watched?.waiting).toBeUndefined()
  fake.conflicts = []
  rerender()
  expect(result.current.status.phase).toBe('live')
  expect(fake.watched?.waiting).toBe(1)
  unmount()
  await device.close()
})

it('[WORK-6] [FILE-9] an entry, a file and a mail that the server does not have are counted alike', async () => {
  const { device, pill, end } = await quiet()
  const photo = await device.files.add(PHOTO)
  await waitFor(() => expect(pill()).toMatchObject({ text: '1 à envoyer', tone: 'busy' }))
  const mail = { id: 'mail', recordId: 'i', state: 'pending', createdAt: '2026-11-20T10:00:00.000Z' } as const
  await device.db.files.mails.add({ ...mail, attempts: 0, recipient: null, error: null })
  await waitFor(() => expect(pill().text).toBe('2 à envoyer'))
  await device.commands.create('client', { NOM: 'Un' }, { skipDuplicateCheck: true })
  await waitFor(() => expect(pill().text).toBe('3 à envoyer'))
  expect(fake.watched?.waiting).toBe(3)
  // A refused file asks for somebody, as a refused entry does.
  await device.db.files.files.update(photo, { state: 'refused' })
  await waitFor(() => expect(pill()).toMatchObject({ text: 'Action requise', tone: 'attention' }))
  expect(fake.watched?.waiting).toBe(3)
  await end()
})

it('[WORK-6] a conflict, a sealed pack that does not open, a storage that does not open and a failing round are told', async () => {
  const device = await openDevice()
  fake.data = { db: device.db }
  const { result, rerender, unmount } = renderHook(() => useSyncState())
  const text = () => syncLabel(result.current.status).text
  tell(whole())
  await waitFor(() => expect(text()).toBe('À jour'))
  fake.conflicts = [{}]
  rerender()
  expect(text()).toBe('1 conflit')
  fake.conflicts = []
  device.db.locked = 1
  rerender()
  expect(text()).toBe('Action requise')
  device.db.locked = 0
  fake.trouble = 'broken'
  rerender()
  expect(text()).toBe('Stockage bloqué')
  fake.trouble = 'slow'
  rerender()
  expect(text()).toBe('À jour')
  tell(whole(), { type: 'failed', message: 'not a page' })
  await waitFor(() => expect(text()).toMatch(/^Données de /))
  tell(whole(), { type: 'unreachable' })
  await waitFor(() => expect(text()).toBe('Hors ligne'))
  unmount()
  await device.close()
})
