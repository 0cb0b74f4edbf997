import { expect, it } from 'vitest'
import type { ResourceRecord } from '../../../schemas/resources.ts'
import { supersededOf } from './use-superseded.ts'

type Devis = ResourceRecord<'devis'>

it('[DAY-03 complete] a pending quote is compared with the orders of its own project, not with every order of the company', () => {
  let looked = 0
  const order = (n: number): Devis =>
    ({
      get IDPROJET() {
        looked += 1
        return `projet ${n}`
      },
      IDDEVIS: `commande ${n}`,
      GROUPE_VARIANTES: null,
      DEVIS_SIGNE: 1,
      REFUSE: 0,
      DATE_SIGNATURE: '2026-02-01T10:00:00.000Z',
    }) as unknown as Devis
  const pending = (n: number): Devis =>
    ({
      IDPROJET: `projet ${n}`,
      IDDEVIS: `devis ${n}`,
      GROUPE_VARIANTES: null,
      DEVIS_SIGNE: 0,
      REFUSE: 0,
      // Half of them were sent before the signature.
      DATE_TRANSMISSION: n % 2 === 0 ? '2026-01-01T10:00:00.000Z' : '2026-03-01T10:00:00.000Z',
    }) as unknown as Devis
  const numbers = Array.from({ length: 500 }, (_, n) => n)
  const over = supersededOf(numbers.map(pending), numbers.map(order))
  expect([...over]).toEqual(numbers.filter((n) => n % 2 === 0).map((n) => `devis ${n}`))
  expect(looked).toBeLessThan(10 * numbers.length)
})
