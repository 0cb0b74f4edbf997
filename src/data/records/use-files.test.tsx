// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { uuidv7 } from '../../../schemas/uuid.ts'
import { FakeServer } from '../../../tests/support/fake-server.ts'
import { openDevice } from '../../../tests/support/local-device.ts'
import { useFileQueue } from './use-files.ts'

const fake = vi.hoisted(() => ({ data: null as unknown }))
vi.mock('../database/local-data-provider.tsx', () => ({ useLocalData: () => fake.data }))
vi.mock('../database/local-data.ts', () => ({
  databaseCode: () => import('../database/database-code.ts'),
  draftsCode: () => import('../database/drafts-code.ts'),
}))

beforeEach(() => {
  fake.data = null
})

it('[FILE-9] [FILE-12] the queue counts a picture that a saved report names, also where the phone has no room to queue it', async () => {
  const [device, server, report, photo] = [await openDevice(), new FakeServer(), uuidv7(), uuidv7()]
  fake.data = { db: device.db }
  const { result, unmount } = renderHook(() => useFileQueue())
  expect(result.current).toBeUndefined()
  await waitFor(() => expect(result.current).toEqual({ files: [], mails: [] }))
  const draft = {
    id: photo,
    resource: 'soumission',
    recordId: report,
    projectId: 'p',
    origin: 'photo',
    name: 'photo.jpg',
    type: 'image/jpeg',
    bytes: new Uint8Array(10),
  } as const
  await device.files.keepDraft(draft)
  const values = { IDRAPPORT: 'r', IDPROJET: 'p', REPONSES: { facade: photo } } as never
  await device.commands.create('soumission', values, { id: report })
  const waits = { files: [expect.objectContaining({ id: photo, state: 'pending', size: 10 })], mails: [] }
  await waitFor(() => expect(result.current).toEqual(waits))
  // The report is sent, and its picture still counts.
  const full = vi.spyOn(device.db.files.files, 'add').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  await device.push(server.transport())
  await device.pull(server.transport(), ['soumission'])
  await expect(device.upload(server.transport())).rejects.toThrow()
  expect(result.current).toEqual(waits)
  full.mockRestore()
  await device.upload(server.transport())
  await waitFor(() => expect(result.current).toEqual({ files: [], mails: [] }))
  unmount()
  await device.close()
})
