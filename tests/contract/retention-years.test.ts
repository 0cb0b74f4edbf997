import { expect, it } from 'vitest'
import { liveThrough, unbounded } from '../retention/years.ts'
import { describeEngines } from '../support/engines.ts'
import { embeddedPorts } from '../support/test-app.ts'

describeEngines('two years of a small company', (db) => {
  // `npm run test:retention` plays the same week by week with thirty people, and prints the tables.
  it('[OPS-08 retention] no table grows without end: each is limited by its period or by the number of customers', async () => {
    const { files } = embeddedPorts()
    const years = { people: 1, writes: 2, days: 730, step: 73 }
    const lived = await liveThrough({ db: db(), files }, years, [146, 730])
    const { measures, removed } = lived
    expect(measures.map(({ day }) => day)).toEqual([146, 730])
    expect([removed.ecritures, removed.sessions, removed.conflits].every((count) => (count ?? 0) > 0)).toBe(true)
    expect(await unbounded(db(), lived)).toEqual([])
  })
})
