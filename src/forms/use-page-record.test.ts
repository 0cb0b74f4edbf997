// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { dirtyForms } from '../data/version/dirty-forms.ts'
import { usePageRecord } from './use-page-record.ts'

const fake = vi.hoisted(() => ({ live: undefined as object | null | undefined }))
vi.mock('../data/records/use-live.ts', () => ({ useLiveRecord: () => fake.live }))

const open = () => {
  fake.live = { IDPROJET: 'p1' }
  return renderHook(() => usePageRecord('projet', 'p1'))
}

it('[OUT-11] a page whose record leaves the device ends, where nothing is being written over it', () => {
  const { result, rerender } = open()
  expect(result.current).toEqual({ IDPROJET: 'p1' })
  fake.live = null
  rerender()
  expect(result.current).toBeNull()
})

it('[OUT-11] it stays until a note over it is saved or given up', () => {
  const { result, rerender } = open()
  const end = dirtyForms.guard(() => true)
  fake.live = null
  rerender()
  expect(result.current).toEqual({ IDPROJET: 'p1' })
  act(end)
  expect(result.current).toBeNull()
})

it('a record that this device never had is none', () => {
  fake.live = null
  expect(renderHook(() => usePageRecord('projet', 'p1')).result.current).toBeNull()
})
