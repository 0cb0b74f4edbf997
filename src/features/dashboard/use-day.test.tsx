// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createContext, type ReactNode, useContext } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { today } from '../../../schemas/dates.ts'
import { firstWeeks } from '../../../schemas/rules/first-screen.ts'
import { askBootstrap } from '../../../sync/net/ask-bootstrap.ts'
import type { Reply } from '../../../sync/net/transport.ts'
import { openLocalDatabase } from '../../../sync/open.ts'
import { applyBootstrap } from '../../../sync/replicate/bootstrap.ts'
import { type EarlyRows, earlyRows } from '../../../sync/replicate/early-rows.ts'
import type { LocalDatabase } from '../../../sync/store/local-database.ts'
import { FakeServer } from '../../../tests/support/fake-server.ts'
import { EarlyRowsContext } from '../../data/database/early-rows-context.ts'
import type { LocalData } from '../../data/database/local-data.ts'
import { useDay } from './use-day.ts'

const ME = 'p-moi'
const given = vi.hoisted(() => ({ useData: (): unknown => null }))
const DataContext = createContext<LocalData | null>(null)
given.useData = () => useContext(DataContext)
vi.mock('../../data/database/local-data-provider.tsx', () => ({ useLocalData: () => given.useData() }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: ME } }) }))

const DAY = today('Europe/Paris')
const NEVER = new AbortController().signal

let reply: Reply
let db: LocalDatabase
let round = 0
let now: { first: EarlyRows | null; data: LocalData | null }

beforeEach(async () => {
  const server = new FakeServer()
  server.put('client', { IDCLIENT: 'c1', NOM: 'Martin' })
  server.put('projet', { IDPROJET: 'j1', IDCLIENT: 'c1' })
  const visit = { RDV_DEBUT: `${DAY} 09:00`, RDV_FIN: `${DAY} 10:00`, IDPROJET: 'j1', IDPERSONNELS: [ME] }
  server.put('rdv', { IDRDV: 'mien', ...visit })
  server.put('rdv', { IDRDV: 'efface', ...visit, SUPPRIME: 1 })
  reply = await askBootstrap({ transport: server.transport(), signal: NEVER })
  db = await openLocalDatabase(
    { companyId: 'demo', account: `personnel:${++round}`, impersonator: '' },
    { multiInstance: false },
  )
  now = { first: earlyRows(reply, { person: ME, ...firstWeeks(DAY) }), data: null }
})
afterEach(() => db.close())

function day(options: { early?: boolean }) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <EarlyRowsContext value={now.first}>
      <DataContext value={now.data}>{children}</DataContext>
    </EarlyRowsContext>
  )
  const renders: (string | undefined)[] = []
  const { result, rerender } = renderHook(
    () => {
      const shown = useDay(DAY, DAY, options)
      renders.push(shown && [...shown.items.map(({ id }) => id), ...(shown.clients?.keys() ?? [])].join())
      return shown
    },
    { wrapper },
  )
  const openDatabase = () =>
    act(async () => {
      now = { first: null, data: { db } as LocalData }
      rerender()
    })
  return { result, renders, openDatabase }
}

it('[PULL-8] « Aujourd’hui » of a new phone is drawn from memory in the first render, and the database takes over unseen', async () => {
  const { result, renders, openDatabase } = day({ early: true })
  await applyBootstrap(db, reply, NEVER)
  const before = result.current?.items[0]?.record
  await openDatabase()
  await waitFor(() => expect(result.current?.items[0]?.record).not.toBe(before))
  expect(new Set(renders)).toEqual(new Set(['mien,c1']))
})

it('[PULL-8] a day that only the local database knows waits for it: « Prêt pour demain » counts what is on the device', async () => {
  const { result, openDatabase } = day({})
  expect(result.current).toBeUndefined()
  await applyBootstrap(db, reply, NEVER)
  await openDatabase()
  await waitFor(() => expect(result.current?.items.map(({ id }) => id)).toEqual(['mien']))
})

it('[PULL-8] a day without my appointments is not called empty from memory', () => {
  now.first = earlyRows(reply, { person: 'un-autre', ...firstWeeks(DAY) })
  expect(day({ early: true }).result.current).toBeUndefined()
})
