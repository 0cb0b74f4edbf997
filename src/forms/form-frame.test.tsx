// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { FormFrame } from './form-frame.tsx'

const leave = vi.fn()
vi.mock('../ui/navigation/use-leave.ts', () => ({ useLeave: () => leave }))
vi.mock('../ui/notices/notices.tsx', () => ({ notices: { success: vi.fn(), failure: vi.fn() } }))
vi.mock('../ui/page/page-header.tsx', () => ({ PageHeader: () => null }))
vi.mock('./form-guard.tsx', () => ({ FormGuard: () => null }))

let dirty = true
const onSave = vi.fn(() => Promise.resolve(undefined))
const frame = (onSaved?: () => void, mode: 'create' | 'update' = 'create', isSent = false) => (
  <MantineProvider env="test">
    <FormFrame
      form={{
        mode,
        valid: true,
        issues: {},
        isDirty: () => dirty,
        markSaved: () => {
          dirty = false
        },
        touchAll: () => undefined,
        isSent,
      }}
      title="Absence"
      entityTitle="Absence"
      back="/"
      onSave={onSave}
      onSaved={onSaved}
    >
      <input aria-label="Nom" />
    </FormFrame>
  </MantineProvider>
)
const press = (times = 1) =>
  act(async () => {
    for (let n = 0; n < times; n++) fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  })

beforeEach(() => {
  vi.clearAllMocks()
  dirty = true
})

it('a second press makes no second record: neither while it saves nor while the page is being left', async () => {
  render(frame())
  await press(2)
  await press()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enregistrer' }).disabled).toBe(false)
  expect(onSave).toHaveBeenCalledOnce()
  expect(leave).toHaveBeenCalledOnce()
})

it('saves again what was changed since, where the page was not left', async () => {
  render(frame())
  await press()
  dirty = true
  await press()
  expect(onSave).toHaveBeenCalledTimes(2)
})

it('a form that stays open after a save may be saved again', async () => {
  render(frame(() => undefined, 'update'))
  await press()
  await press()
  expect(onSave).toHaveBeenCalledTimes(2)
})

it('[RES-03] takes no words while the server saves: they would be in no save, and the form is left after it', async () => {
  let answer = (): void => undefined
  onSave.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(undefined))))
  render(frame(() => undefined, 'update', true))
  const isTaken = (): boolean => screen.getByLabelText('Nom').closest('[inert]') === null
  expect(isTaken()).toBe(true)
  await press()
  expect(isTaken()).toBe(false)
  await act(async () => answer())
  expect(isTaken()).toBe(true)
})
