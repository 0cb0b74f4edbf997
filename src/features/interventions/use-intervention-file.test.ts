// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useInterventionFile } from './use-intervention-file.ts'

const fake = vi.hoisted(() => ({ work: {} as object, quotes: [] as object[] | undefined, asked: [] as unknown[] }))
vi.mock('../../data/records/use-live.ts', () => ({
  useLiveRecord: (resource: string) => (resource === 'intervention' ? fake.work : null),
  useLiveList: (_resource: string, query: unknown) => {
    fake.asked.push(query)
    return query === null ? undefined : fake.quotes
  },
}))
vi.mock('../../data/records/use-files.ts', () => ({ useFiles: () => [] }))

const quote = (IDDEVIS: string, IDPROJET: string, DEVIS_SIGNE: 0 | 1) => ({
  ...{ IDDEVIS, IDPROJET, DEVIS_SIGNE, REFUSE: 0 },
  ...{ GROUPE_VARIANTES: IDDEVIS === 'eco' ? null : 'eco', DATE_TRANSMISSION: null, DATE_SIGNATURE: null },
})
const other = () => renderHook(() => useInterventionFile('i1')).result.current.other

beforeEach(() => {
  fake.work = { IDINTERVENTION: 'i1', IDPROJET: 'j1', IDDEVIS: 'eco' }
  fake.quotes = [quote('eco', 'j1', 0), quote('confort', 'j1', 1)]
  fake.asked = []
})

it('[INT-01] works know that their customer chose another variant', () => {
  expect(other()).toMatchObject({ named: { IDDEVIS: 'eco' }, orders: [{ IDDEVIS: 'confort' }] })
  expect(fake.asked).toEqual([{ selector: { IDPROJET: 'j1' } }])
})

it('[INT-01] nothing is said while the quotes are read, of works without a quote, or by quotes of the project before', () => {
  fake.quotes = undefined
  expect(other()).toBeNull()
  fake.quotes = [quote('confort', 'j0', 1)]
  expect(other()).toBeNull()
  fake.work = { IDINTERVENTION: 'i1', IDPROJET: 'j1', IDDEVIS: null }
  expect(other()).toBeNull()
  expect(fake.asked.at(-1)).toBeNull()
})
