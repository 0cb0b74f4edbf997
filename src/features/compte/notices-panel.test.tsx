// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { NOTICE_KINDS } from '../../../schemas/rules/notices.ts'
import { theme } from '../../ui/theme.ts'
import type { AccountCall } from './account-call.ts'
import { NoticesPanel } from './notices-panel.tsx'

const show = (call: AccountCall, { online = true, readOnly = false } = {}) =>
  render(
    <MantineProvider theme={theme} env="test">
      <NoticesPanel call={call} online={online} readOnly={readOnly} />
    </MantineProvider>,
  )

it('[DAY-07 off] each kind has a switch, and so have names on the lock screen, which are off until somebody wants them', async () => {
  let kept: unknown = { SANS: ['devis_ouvert'], NOMS: false }
  const call = vi.fn(async (_path: string, _shape: unknown, options?: { method?: string; body?: unknown }) => {
    if (options?.method === 'PUT') kept = options.body
    return kept
  })
  show(call as unknown as AccountCall)
  expect(await screen.findAllByRole('switch')).toHaveLength(NOTICE_KINDS.length + 1)
  const toggle = (name: RegExp) => screen.getByRole<HTMLInputElement>('switch', { name })
  expect([
    toggle(/ouvert par le client/).checked,
    toggle(/^Un rendez-vous déplacé/).checked,
    toggle(/^Noms/).checked,
  ]).toEqual([false, true, false])
  fireEvent.click(toggle(/^Un rendez-vous déplacé/))
  await vi.waitFor(() => expect(kept).toEqual({ SANS: ['devis_ouvert', 'rdv_deplace'], NOMS: false }))
  await vi.waitFor(() => expect(toggle(/^Un rendez-vous déplacé/).checked).toBe(false))
  fireEvent.click(toggle(/^Noms/))
  await vi.waitFor(() => expect(kept).toEqual({ SANS: ['devis_ouvert', 'rdv_deplace'], NOMS: true }))
})

it('[DAY-07 notices] says that it needs a network, and changes nothing in the place of somebody else', async () => {
  const { unmount } = show(vi.fn() as unknown as AccountCall, { online: false })
  expect(await screen.findByText(/Pas de connexion/)).toBeTruthy()
  unmount()
  const call = vi.fn(async () => ({ SANS: [], NOMS: false }))
  show(call as unknown as AccountCall, { readOnly: true })
  for (const one of await screen.findAllByRole<HTMLInputElement>('switch')) expect(one.disabled).toBe(true)
})
