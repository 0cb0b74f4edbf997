// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionStore } from '../session/session-store.ts'
import type { Company, StoredAuth } from '../session/stored-session.ts'
import { keepStorageMark, markAfterOpening, markAtWork, readStorageMark, type StorageMark } from './storage-mark.ts'

const NOW = '2026-11-23T18:00:00.000Z'
const WHOLE = '2026-11-20T13:05:00.000Z'
const lost = { wholeAt: WHOLE, foundAt: '2026-11-21T07:00:00.000Z', waiting: 2 }
const mark = (values: Partial<StorageMark> = {}): StorageMark => ({
  name: 'lolapp-demo-personnel_p1',
  wholeAt: WHOLE,
  waiting: 3,
  lost: null,
  ...values,
})
const { name } = mark()

describe('[WORK-11] the mark once a local database is open', () => {
  it.each<[string, StorageMark | null, boolean, StorageMark | null]>([
    ['cleared: it had been whole, and nothing is there', mark(), true, cleared(3)],
    ['cleared with nothing waiting', mark({ waiting: 0 }), true, cleared(0)],
    ['cleared again before anybody read of the first time', mark({ lost }), true, cleared(5)],
    ['everything is there', mark(), false, mark()],
    ['found out before, not read yet', mark({ wholeAt: null, lost }), true, mark({ wholeAt: null, lost })],
    ['never whole: the first synchronisation was interrupted', mark({ wholeAt: null }), true, mark({ wholeAt: null })],
    ['a first login, an earlier version, an emptied localStorage', null, true, null],
    ['an earlier version, with data', null, false, null],
    ['another account’s', mark({ name: 'lolapp-demo-personnel_p2' }), true, null],
    ['an administrator in the place of this account', mark({ name: `${name}-admin_a1` }), true, null],
  ])('%s', (_what, before, isNew, after) => {
    expect(markAfterOpening(before, { name, isNew, now: NOW })).toEqual(after)
  })

  it('keeps the loss while the data are pulled again, and sets `wholeAt` when they are complete', () => {
    const found = cleared(3)
    const receiving = markAtWork(found, { name, lastSync: null, waiting: 1 })
    expect(receiving).toEqual({ ...found, waiting: 1 })
    expect(markAtWork(receiving, { name, lastSync: NOW, waiting: 0 })).toEqual({ ...found, wholeAt: NOW })
    expect(markAtWork(found, { name: 'lolapp-demo-personnel_p2', lastSync: null, waiting: 0 }).lost).toBeNull()
  })
})

function cleared(waiting: number): StorageMark {
  return mark({ wholeAt: null, waiting: 0, lost: { wholeAt: WHOLE, foundAt: NOW, waiting } })
}

describe('[WORK-11] the mark is removed with the session', () => {
  const AUTH = {
    token: 'jeton',
    expiresAt: null,
    account: { kind: 'personnel', id: 'p1', personnel: { IDPERSONNEL: 'p1', NOM: 'Roy' }, roles: [], agences: [] },
  } as unknown as StoredAuth

  beforeEach(() => {
    localStorage.clear()
    sessionStore.setCompany({ id: 'demo', key: 'demo', NOM: 'Démo' } as Company)
    sessionStore.setLabels({ roles: [], agences: [] })
    sessionStore.setAuth(AUTH)
    keepStorageMark(mark())
  })

  it('a logout removes it: data that is erased or sealed then was not lost', () => {
    sessionStore.clearSession()
    expect(readStorageMark()).toBeNull()
  })

  it('a logout in a tab of a former version, which does not know the mark, removes it too', () => {
    localStorage.removeItem('lolapp.auth')
    localStorage.removeItem('lolapp.roles')
    sessionStore.reload()
    expect(readStorageMark()).toBeNull()
  })

  it('a session that ended by itself leaves it: its data stay on the device', () => {
    sessionStore.setAuth(null)
    sessionStore.reload()
    expect(readStorageMark()).toEqual(mark())
  })

  it.each(['{"name": 12', '"<html>"', '{"name":"x","wholeAt":4,"waiting":0,"lost":null}'])(
    'an unreadable one reports no loss (%s)',
    (text) => {
      localStorage.setItem('lolapp.stockage', text)
      expect(readStorageMark()).toBeNull()
    },
  )

  it('a device without localStorage works without a mark', () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    keepStorageMark(mark({ waiting: 4 }))
    expect(refuse).toHaveBeenCalled()
    refuse.mockRestore()
    expect(readStorageMark()).toEqual(mark())
  })
})

describe('[WORK-11] a browser that clears localStorage with the rest', () => {
  beforeEach(() => {
    localStorage.clear()
    keepStorageMark(mark({ waiting: 2 }))
  })

  it('[DAY-16 evicted] leaves the mark in a cookie, also when the session is read', () => {
    localStorage.clear()
    sessionStore.reload()
    expect(readStorageMark()).toEqual(mark({ waiting: 2 }))
  })

  it('keeps the number of lost entries up to date there', () => {
    keepStorageMark(mark({ waiting: 5 }))
    localStorage.clear()
    expect(readStorageMark()?.waiting).toBe(5)
  })

  it('claims nothing after a logout', () => {
    sessionStore.clearSession()
    expect(readStorageMark()).toBeNull()
  })
})
