// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { cachedRdv, cacheRdv, clearRdvCache } from '../../domain/rdv/rdv-cache.ts'
import type { ActionNotice } from '../../ui/notices/notices.tsx'
import { useWaitingForm } from './use-waiting-form.ts'

const { go, action } = vi.hoisted(() => ({ go: vi.fn(), action: vi.fn<(notice: ActionNotice) => void>() }))
vi.mock('../../ui/navigation/use-leave.ts', () => ({ useGo: () => go }))
vi.mock('../../ui/notices/notices.tsx', () => ({ notices: { action } }))

const leaveFor = (path: string, taken = false): void => {
  const { result, unmount } = renderHook(useWaitingForm)
  result.current.toForm.current = taken
  history.replaceState(null, '', path)
  unmount()
}

beforeEach(() => {
  vi.clearAllMocks()
  clearRdvCache()
})

it('[CAL-05] what was typed before a slot was asked for is offered again to whoever goes elsewhere', () => {
  cacheRdv(null, { RDV_OBJET: 'R2 Moreau' })
  leaveFor('/manager')
  expect(cachedRdv()).toBeNull()
  const [notice] = action.mock.lastCall ?? []
  expect(notice?.message).toBe('« R2 Moreau » n’est pas enregistré.')
  notice?.onAction?.()
  expect(cachedRdv()?.values).toEqual({ RDV_OBJET: 'R2 Moreau' })
  expect(go).toHaveBeenCalledWith('/manager/rdv/create')
})

it('[CAL-05] the way back to the form, or a slot that was taken, keeps it without a word', () => {
  cacheRdv('r1', { RDV_OBJET: 'R2 Moreau' })
  leaveFor('/manager/rdv/r1/edit')
  expect(cachedRdv()?.current).toBe('r1')
  leaveFor('/manager/agenda', true)
  expect(cachedRdv()?.current).toBe('r1')
  expect(action).not.toHaveBeenCalled()
})

it('[CAL-05] an appointment that was only taken up to be moved has nothing to lose', () => {
  cacheRdv('r1', { RDV_OBJET: 'R2 Moreau' }, { RDV_OBJET: 'R2 Moreau', VERSION: 1 })
  leaveFor('/manager')
  expect(cachedRdv()).toBeNull()
  expect(action).not.toHaveBeenCalled()
})
