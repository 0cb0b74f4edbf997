import { describe, expect, it } from 'vitest'
import type { Company, Viewer } from './company.ts'
import { judge } from './judge.ts'

const viewer: Viewer = { id: 'p1', name: 'Zoé', agences: [], office: false }
/** A company whose answers depend on how long ago they are asked for. */
const companyOf = (answer: (text: string) => number): Company => ({
  id: 'c1',
  viewerOf: () => viewer,
  ask: async (text) => [{ n: answer(text) }] as never,
  close: async () => undefined,
})
const numberOf = (text: string) => ({
  ask: async ({ company }: { company: Company }) => (await company.ask<{ n: number }>(text))[0]?.n,
})

describe('[DAY-03 complete] (judge) what npm run test:complete takes for a difference', () => {
  it('is a number that is right only when it is read again', async () => {
    let read = 0
    const company = companyOf(() => 12)
    const judged = await judge(numberOf('select count(*) as n from p'), {
      company,
      viewer,
      open: async () => (++read === 1 ? 7 : 12),
    })
    expect(judged.fault).toBe('the screen says 7, the database 12')
    expect(read).toBe(1)
  })

  it('is one too where the question names the time, but its answer did not change', async () => {
    const company = companyOf(() => 12)
    const judged = await judge(numberOf('select count(*) as n from p where day <= now()'), {
      company,
      viewer,
      open: async () => 7,
    })
    expect(judged.fault).not.toBeNull()
    expect(judged.again).toEqual([])
  })

  it('is none where the answer itself changed with the time', async () => {
    const company = companyOf((text) => (text.includes('interval') ? 11 : 12))
    let read = 0
    const judged = await judge(numberOf('select count(*) as n from p where day <= now()'), {
      company,
      viewer,
      open: async () => (++read === 1 ? 11 : 12),
    })
    expect(judged).toEqual({ fault: null, size: 12, again: [expect.stringContaining('changed with the time')] })
  })

  it('is one after three readings, however often the answer changes', async () => {
    let answer = 0
    let read = 0
    const judged = await judge(numberOf('select now() as n'), {
      company: companyOf(() => ++answer),
      viewer,
      open: async () => {
        read += 1
        return -1
      },
    })
    expect(judged.fault).not.toBeNull()
    expect(read).toBe(3)
  })

  it('is an empty answer to an empty screen, except where it may be empty', async () => {
    const company = companyOf(() => 0)
    const question = numberOf('select count(*) as n from p')
    const open = async () => 0
    expect((await judge(question, { company, viewer, open })).fault).toContain('nothing to compare')
    const allowed = { ...question, mayBeEmpty: 'nobody is called so' }
    expect((await judge(allowed, { company, viewer, open })).fault).toBeNull()
  })

  it('is a screen that could not be read', async () => {
    const judged = await judge(numberOf('select 1 as n'), {
      company: companyOf(() => 1),
      viewer,
      open: async () => Promise.reject(new Error('Timeout 300000ms exceeded.\nCall log:')),
    })
    expect(judged.fault).toBe('Timeout 300000ms exceeded.')
  })
})
