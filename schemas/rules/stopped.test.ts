import { describe, expect, it } from 'vitest'
import { stopOf } from './stopped.ts'

const open = { DATE_SANS_SUITE: null, REFUSE: 0 } as const
const order = { DEVIS_SIGNE: 1, REFUSE: 0 } as const

describe('what stops works and appointments', () => {
  it.each([
    ['an open project', open, undefined, null],
    ['a project that was stopped', { ...open, DATE_SANS_SUITE: '2026-11-20' }, order, 'projet'],
    ['a refused project', { ...open, REFUSE: 1 }, undefined, 'projet'],
    ['an order', open, order, null],
    ['a cancelled order', open, { ...order, REFUSE: 1 }, 'commande'],
    ['a quote refused before a signature', open, { DEVIS_SIGNE: 0, REFUSE: 1 }, null],
    ['a project that the device does not have', undefined, null, null],
  ] as const)('%s', (_title, projet, devis, stop) => {
    expect(stopOf(projet, devis)).toBe(stop)
  })
})
