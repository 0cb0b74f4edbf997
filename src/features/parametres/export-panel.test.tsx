// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { SyncContext, UNKNOWN_SYNC } from '../../data/sync-status/sync-context.ts'
import { ExportPanel } from './export-panel.tsx'

const calls = vi.hoisted(() => ({ made: [] as unknown[], answer: { url: '/api/exports/x' } as unknown }))
vi.mock('../../data/api/api.ts', async (original) => ({
  ...(await original<typeof import('../../data/api/api.ts')>()),
  callApi: async (path: string, shape: (value: unknown) => boolean, { method }: { method: string }) => {
    calls.made.push([method, path])
    if (calls.answer instanceof Error || !shape(calls.answer)) throw calls.answer
    return calls.answer
  },
}))
const told = vi.hoisted(() => ({ confirm: vi.fn(async () => true), failure: vi.fn(), downloads: [] as string[] }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { confirm: told.confirm, success: () => undefined, failure: told.failure },
}))
vi.mock('../../ui/format/csv.ts', () => ({ downloadFrom: (url: string) => told.downloads.push(url) }))

const staff = vi.hoisted(() => ({
  id: 'diane',
  roles: ['commercial_director'],
  agences: ['lyon'],
  toutesAgences: true,
}))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useStaff: () => staff }))

const panel = (online: boolean) => (
  <MantineProvider env="test">
    <SyncContext.Provider value={{ ...UNKNOWN_SYNC, status: { ...UNKNOWN_SYNC.status, online } }}>
      <ExportPanel />
    </SyncContext.Provider>
  </MantineProvider>
)
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Exporter' })

beforeEach(() => {
  calls.made.length = 0
  calls.answer = { url: '/api/exports/x' }
  told.downloads.length = 0
  told.failure.mockReset()
  told.confirm.mockReset().mockResolvedValue(true)
})

it('[SET-10 export] (screen) orders the archive once that is confirmed, and lets the browser save it', async () => {
  render(panel(true))
  told.confirm.mockResolvedValueOnce(false)
  await userEvent.click(button())
  expect(calls.made).toEqual([])
  await userEvent.click(button())
  await vi.waitFor(() => expect(told.downloads).toEqual(['/api/exports/x']))
  expect(calls.made).toEqual([['POST', '/exports']])
})

it('[SET-10 export] (screen) says that it needs a network, and what went wrong', async () => {
  const { rerender } = render(panel(false))
  expect(button().disabled).toBe(true)
  expect(screen.getByText('Il faut du réseau pour exporter.')).toBeTruthy()
  rerender(panel(true))
  calls.answer = new Error('five a day')
  await userEvent.click(button())
  await vi.waitFor(() => expect(told.failure).toHaveBeenCalledWith(calls.answer))
  expect(told.downloads).toEqual([])
})

it('[SET-10 export] (screen) tells a director of some agencies who may, and offers nothing that is refused', () => {
  staff.toutesAgences = false
  render(panel(true))
  expect(screen.queryByRole('button', { name: 'Exporter' })).toBeNull()
  expect(screen.getByText(/il revient à un directeur de toutes les agences/)).toBeTruthy()
  staff.toutesAgences = true
})
