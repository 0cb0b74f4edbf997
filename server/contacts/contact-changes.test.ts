import { describe, expect, it } from 'vitest'
import { type ContactAnswer, type ContactChange, contactBlock, longestBlock, openChanges } from './contact-changes.ts'

const hour = (n: number): Date => new Date(Date.UTC(2026, 10, 24, n))

interface Step {
  at: number
  phone?: string
  mail?: string
  answer?: ContactAnswer
  /** The company found that it is right. */
  lifted?: true
  /** A limit kept the text about it. */
  untold?: true
}

/** The history of a contact, step by step, from a number and an address. */
function history(steps: readonly Step[], { phone = 'A', mail = 'a' } = {}): ContactChange[] {
  let last = { phone, mail }
  return steps.map((step, index) => {
    const next = { phone: step.phone ?? last.phone, mail: step.mail ?? last.mail }
    const change: ContactChange = {
      id: `c${index}`,
      old_phone: last.phone,
      new_phone: next.phone,
      old_mail: last.mail,
      new_mail: next.mail,
      at: hour(step.at).toISOString(),
      par: 'personnel:p',
      answer: step.answer ?? null,
      answered_at: null,
      lifted_by: step.lifted ? 'personnel:d' : null,
      untold: step.untold ?? false,
    }
    last = next
    return change
  })
}

const CASES: readonly [
  title: string,
  steps: readonly Step[],
  from: { phone?: string; mail?: string },
  held: unknown,
][] = [
  ['nothing changed', [], {}, null],
  ['another number, 10 hours ago', [{ at: 20, phone: 'B' }], {}, 44],
  ['another number, 24 hours ago', [{ at: 6, phone: 'B' }], {}, null],
  ['confirmed', [{ at: 20, phone: 'B', answer: 'confirme' }], {}, null],
  ['contested, long ago', [{ at: -500, phone: 'B', answer: 'conteste' }], {}, 'for good'],
  ['contested, long ago, and lifted', [{ at: -500, phone: 'B', answer: 'conteste', lifted: true }], {}, null],
  ['contested and lifted: its delay runs on', [{ at: 20, phone: 'B', answer: 'conteste', lifted: true }], {}, 44],
  [
    'lifted, then another one contested',
    [
      { at: -500, phone: 'B', answer: 'conteste', lifted: true },
      { at: -400, phone: 'C', answer: 'conteste' },
    ],
    {},
    'for good',
  ],
  ['untold, long ago', [{ at: -500, phone: 'B', untold: true }], {}, 'for good'],
  ['untold, and lifted: nobody can confirm it', [{ at: 20, phone: 'B', untold: true, lifted: true }], {}, null],
  [
    'untold and restored',
    [
      { at: -500, phone: 'B', untold: true },
      { at: -490, phone: 'A', untold: true },
    ],
    {},
    null,
  ],
  [
    'untold, then another one that was told and confirmed',
    [
      { at: -500, phone: 'B', untold: true },
      { at: -400, phone: 'C', answer: 'confirme' },
    ],
    {},
    'for good',
  ],
  [
    'contested and restored',
    [
      { at: -500, phone: 'B', answer: 'conteste' },
      { at: 29, phone: 'A' },
    ],
    {},
    null,
  ],
  [
    'contested, restored, changed again long after',
    [
      { at: -500, phone: 'B', answer: 'conteste' },
      { at: -400, phone: 'A' },
      { at: 20, phone: 'C' },
    ],
    {},
    44,
  ],
  [
    'restored',
    [
      { at: 20, phone: 'B' },
      { at: 21, phone: 'A' },
    ],
    {},
    null,
  ],
  [
    'restored just before the delay was over',
    [
      { at: 5, phone: 'B' },
      { at: 28, phone: 'A' },
    ],
    {},
    null,
  ],
  [
    'restored after the delay',
    [
      { at: -10, phone: 'B' },
      { at: 28, phone: 'A' },
    ],
    {},
    52,
  ],
  [
    'a chain of changes, each within the delay of the one before',
    [
      { at: -15, phone: 'B' },
      { at: 8, phone: 'C' },
    ],
    {},
    32,
  ],
  [
    'removed and given again',
    [
      { at: 20, phone: '' },
      { at: 21, phone: 'B' },
    ],
    {},
    45,
  ],
  [
    'removed, then given after the delay',
    [
      { at: -10, phone: '' },
      { at: 20, phone: 'B' },
    ],
    { mail: '' },
    44,
  ],
  ['another address', [{ at: 20, mail: 'b' }], {}, 44],
  ['a first address', [{ at: 20, mail: 'b' }], { mail: '' }, null],
  [
    'a first address, then another number',
    [
      { at: 20, mail: 'b' },
      { at: 21, phone: 'B' },
    ],
    { mail: '' },
    45,
  ],
  ['a first number of somebody with an address', [{ at: 20, phone: 'B' }], { phone: '' }, 44],
  ['a first number of somebody with nothing', [{ at: 20, phone: 'B' }], { phone: '', mail: '' }, null],
]

describe('changed contacts', () => {
  it.each(CASES)('[SPA-04] [SEC] block signing by code: %s', (_title, steps, from, held) => {
    const block = contactBlock({ changes: history(steps, from), hours: 24 }, hour(30))
    expect(block && (block.until ?? 'for good')).toEqual(typeof held === 'number' ? hour(held).toISOString() : held)
  })

  it('[DAY-14 merge-duplicates] [SPA-04] [SEC] of several records of one client block signing for the longest', () => {
    const of = (...steps: Step[]) => ({ changes: history(steps), hours: 24 })
    const [none, short, long] = [of(), of({ at: 20, phone: 'B' }), of({ at: 25, phone: 'B' })]
    const denied = of({ at: -500, phone: 'B', answer: 'conteste' })
    const until = (...histories: (typeof none)[]) => longestBlock(histories, hour(30))?.until
    expect(until(none, none)).toBeUndefined()
    expect(until(long, none, short)).toBe(hour(49).toISOString())
    expect(until(none, short, long)).toBe(hour(49).toISOString())
    expect(until(denied, long)).toBeNull()
  })

  it('[SPA-04] [SEC] a block names the contact that ends it: the one from before the first open change', () => {
    const changes = history([
      { at: 10, phone: 'B' },
      { at: 20, phone: 'C', mail: 'c', answer: 'conteste' },
    ])
    expect(contactBlock({ changes, hours: 24 }, hour(30))).toMatchObject({
      until: null,
      former: { phone: 'A', mail: 'a' },
    })
    const restored = history([
      { at: 10, phone: 'B' },
      { at: 20, phone: 'C', mail: 'c', answer: 'conteste' },
      { at: 21, phone: 'A', mail: 'a' },
    ])
    expect(contactBlock({ changes: restored, hours: 24 }, hour(30))).toBeNull()
  })

  it('[SPA-04] [SEC] a block without an end says when the former contact denied it, and nothing where it was not told', () => {
    const deniedAt = (...steps: Step[]) => {
      const changes = history(steps).map((one) => ({ ...one, answered_at: one.answer && hour(29).toISOString() }))
      return contactBlock({ changes, hours: 24 }, hour(30))?.deniedAt
    }
    expect(deniedAt({ at: 20, phone: 'B', untold: true })).toBeNull()
    const denied = { at: 20, phone: 'B', answer: 'conteste' } as const
    expect(deniedAt(denied, { at: 21, phone: 'C', untold: true })).toBe(hour(29).toISOString())
  })

  it('[SPA-04] [SEC] the customer’s contacts from before the first open change are told', () => {
    const changes = history([
      { at: -30, phone: 'B' },
      { at: -15, phone: 'C' },
      { at: 8, phone: 'D' },
    ])
    expect(openChanges({ changes, hours: 24 }, hour(30)).map(({ id }) => id)).toEqual(['c0', 'c1', 'c2'])
    expect(openChanges({ changes, hours: 20 }, hour(20)).map(({ id }) => id)).toEqual(['c2'])
  })
})
