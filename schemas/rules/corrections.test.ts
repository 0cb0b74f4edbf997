import { expect, it } from 'vitest'
import { uuidv7 } from '../uuid.ts'
import { replacementId, replaces } from './corrections.ts'

it('[DAY-06 payments] (correct) the id of a correction tells the payment that it replaces, and is of its own', () => {
  const [wrong, other] = [uuidv7(), uuidv7()]
  const [one, two] = [replacementId(wrong), replacementId(wrong)]
  expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(two).not.toBe(one)
  expect([one, two].map((id) => [replaces(id, wrong), replaces(id, other)])).toEqual([
    [true, false],
    [true, false],
  ])
  // A correction of a correction is none of the first payment; an id that another program made works, too.
  expect(replaces(replacementId(one), wrong)).toBe(false)
  expect(replaces(replacementId('caisse:12'), 'caisse:12')).toBe(true)
  const marks = new Set(Array.from({ length: 20_000 }, (_, n) => replacementId(`p${n}`).slice(0, 18)))
  expect(marks.size).toBe(20_000)
})
