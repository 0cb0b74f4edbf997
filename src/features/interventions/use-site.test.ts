// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { siteState } from '../../../schemas/rules/intervention-site.ts'
import { useSite } from './use-site.ts'

const written: string[] = []
const times: string[] = []
const commands = {
  update: vi.fn((_resource: string, _id: string, { NOTES }: { NOTES: { GENRE?: string; LE: string }[] }) => {
    written.push(String(NOTES.at(-1)?.GENRE))
    times.push(String(NOTES.at(-1)?.LE))
    return Promise.resolve()
  }),
  feedback: vi.fn((_id: string, words: string) => {
    written.push(words)
    return Promise.resolve()
  }),
}
const confirm = vi.fn(() => Promise.resolve(true))
vi.mock('../../data/records/use-commands.ts', () => ({ useCommands: () => commands }))
vi.mock('../../data/session/session.tsx', () => ({ useSession: () => ({ account: { id: 'me' } }) }))
vi.mock('../../ui/notices/notices.tsx', () => ({
  notices: { success: vi.fn(), failure: vi.fn(), confirm: () => confirm() },
}))

const rights = vi.hoisted(() => ({ mayWrite: true }))
vi.mock('../../domain/personnels/use-staff.ts', () => ({ useMay: () => () => rights.mayWrite }))

const note = (GENRE: string, LE: string) => ({ id: LE, TEXTE: '', LE, IDPERSONNEL: 'me', GENRE })
const begun = note('debut', '2026-11-20T08:00:00.000Z')
const site = (NOTES: object[], signed = true) =>
  renderHook(() => useSite({ IDINTERVENTION: 'i1', NOTES } as never, { signed })).result.current

describe('« Bon » for works that are under way', () => {
  beforeEach(() => {
    written.length = 0
    confirm.mockClear()
    rights.mayWrite = true
  })

  it('[INT-03] ends them in the same step, once somebody has agreed', async () => {
    await site([begun]).feedback('bon')
    expect(written).toEqual(['fin', 'bon'])
  })

  it('[INT-03] [AUT-10] of a seller, who writes no notes, is the result alone', async () => {
    rights.mayWrite = false
    await site([begun]).feedback('bon')
    expect(written).toEqual(['bon'])
    expect(confirm).not.toHaveBeenCalled()
  })

  it('gives nothing when they are not to be ended', async () => {
    confirm.mockResolvedValueOnce(false)
    await site([begun]).feedback('bon')
    expect(written).toEqual([])
  })

  it('asks nothing where they have ended or never begun, for « mauvais », and without a PV, which is said first', async () => {
    await site([begun, note('fin', '2026-11-20T10:00:00.000Z')]).feedback('bon')
    await site([]).feedback('bon')
    await site([begun]).feedback('mauvais')
    await site([begun], false).feedback('bon')
    expect(confirm).not.toHaveBeenCalled()
    expect(written).toEqual(['bon', 'bon', 'mauvais', 'bon'])
  })
})

it('[INT-03] an end comes after a beginning that a phone with a clock ahead has written, and is now otherwise', async () => {
  const ahead = new Date(Date.now() + 3 * 60 * 60_000).toISOString()
  await site([note('debut', ahead)]).end()
  const end = { ...note('fin', String(times.at(-1))), id: 'a' }
  expect(siteState({ NOTES: [note('debut', ahead), end] as never })).toMatchObject({
    startedAt: ahead,
    endedAt: end.LE,
  })
  for (const LE of [begun.LE, '9999-12-31T23:30:00.000Z']) {
    await site([note('debut', LE)]).end()
    expect(Math.abs(Date.parse(String(times.at(-1))) - Date.now())).toBeLessThan(60_000)
  }
})
