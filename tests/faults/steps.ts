import fc from 'fast-check'
import { ABSENCE_ACTS } from './act-absences.ts'
import { QUOTE_ACTS } from './act-devis.ts'
import { ITEM_ACTS } from './act-items.ts'
import { MONEY_ACTS } from './act-money.ts'
import { OFFICE_ACTS } from './act-office.ts'
import { REMOVALS } from './act-removals.ts'
import { REQUEST_ACTS } from './act-requests.ts'
import type { Act as AnyAct } from './act-types.ts'
import { ACTS, type ActKind, PLAIN_ACTS } from './acts.ts'
import { type ArmedFault, LINE_FAULTS } from './line.ts'

type Act = AnyAct<ActKind>

/** The steps of a run. Everything random is drawn here, so that fast-check can repeat a run and shorten a failing one. */
export type Step = { seat: number } & (
  | { do: 'act'; act: Act }
  | { do: 'sync'; sync: Sync }
  | ({ do: 'kill' } & Interrupted)
  | ({ do: 'quota' } & Interrupted)
  | {
      do: 'freeze'
      during: 'push' | 'pull'
      after: number
      act: Act
      sync: Sync
      fenced: boolean
      /** The person's rights change meanwhile. */
      rights?: (typeof RIGHTS)[number] | null
    }
  | { do: 'clock'; days: -1 | 0 | 1 }
  | { do: 'wipe' }
  | { do: 'expire' }
  | { do: 'rights'; change: (typeof RIGHTS)[number] }
  | { do: 'merge'; pick: number }
  | { do: 'reassign'; what: (typeof REASSIGNMENTS)[number]; pick: number }
  | { do: 'switch'; to: 'account' | 'company' | 'impersonation'; after: number; act: Act }
  | { do: 'logout'; act: Act }
  | { do: 'form'; what: FormPart; pick: number }
  | { do: 'resolve'; what: (typeof RESOLUTIONS)[number]; pick: number }
  | { do: 'tabs'; act: Act; other: Act }
  | { do: 'replicate'; line: (typeof LINES)[number] }
  | { do: 'unopenable'; times: number }
  | { do: 'poison'; act: Act }
  | { do: 'photo'; pick: number }
  | { do: 'update'; after: number | null }
)

export type StepOf<K extends Step['do']> = Extract<Step, { do: K }>

/** Work that a fault interrupts after this many points. */
export interface Interrupted {
  during: 'act' | 'push' | 'pull'
  after: number
  act: Act
  sync: Sync
}

/** A push and a pull, in either order, over the present line. */
export interface Sync {
  pushFirst: boolean
  faults: ArmedFault[]
  /** Rows per page. */
  page: number
}

export const RIGHTS = ['other-agency', 'field', 'none', 'own'] as const
/** What people do with a refused entry, a pending deletion or a conflict. */
export const RESOLUTIONS = ['correct', 'abandon', 'undo', 'restore-conflict', 'keep-conflict'] as const
/** The state of the line while the product's own replication runs. */
export const LINES = ['whole', 'captive-portal', 'proxy-forbidden', 'server-error', 'drop-before'] as const
/** A form is opened, and saved at any later time: many steps may come between. */
export type FormPart = 'open' | 'save'
export const REASSIGNMENTS = ['projet', 'agence', 'rdv'] as const

export interface Run {
  /** The owner of the third phone: the same person, or somebody else. */
  third: 'camille' | 'marc' | 'colin' | 'diane'
  steps: Step[]
  /** The hint stream breaks once while everything heals. */
  cutStream: boolean
}

/** The subset of acts that a run uses: with all acts, two would seldom touch the same data. */
const THEMES: readonly (readonly ActKind[])[] = [
  ACTS,
  [...PLAIN_ACTS, 'street', 'twin-client', 'restore-rdv'],
  [...ITEM_ACTS, 'new-works', 'works-title', 'works-day', 'drop-works', 'new-rdv', 'feedback'],
  [...QUOTE_ACTS, ...REMOVALS, 'drop-client', 'new-project', 'new-rdv', 'new-works', 'new-report', 'describe', 'notes'],
  [
    ...MONEY_ACTS,
    ...REQUEST_ACTS,
    'name',
    'drop-client',
    'drop-project',
    'drop-quote',
    'move',
    'drop-rdv',
    'give',
    'quote-title',
  ],
  [...OFFICE_ACTS, ...ABSENCE_ACTS, 'new-report', 'report-title', 'answers', 'list-entry', 'person'],
  ['reminder-day', 'validity', 'move', 'works-day', 'slot-day', 'cancel-project', 'debrief', 'answers', 'note-text'],
]

const sync: fc.Arbitrary<Sync> = fc.record({
  pushFirst: fc.boolean(),
  faults: fc.array(fc.record({ at: fc.nat(14), fault: fc.constantFrom(...LINE_FAULTS) }), { maxLength: 4 }),
  page: fc.constantFrom(1000, 1000, 4),
})

const during = fc.constantFrom('act', 'push', 'pull')
const syncing = fc.constantFrom('push', 'pull')
/** A pull of everything passes some fifty points. */
const after = fc.oneof(fc.nat(9), fc.nat(50))

const kindsOf = (act: fc.Arbitrary<Act>): Record<Step['do'], { weight: number; arbitrary: fc.Arbitrary<unknown> }> => ({
  act: { weight: 40, arbitrary: fc.record({ act }) },
  sync: { weight: 18, arbitrary: fc.record({ sync }) },
  kill: { weight: 8, arbitrary: fc.record({ during, after, act, sync }) },
  quota: { weight: 3, arbitrary: fc.record({ during, after: fc.nat(3), act, sync }) },
  freeze: {
    weight: 4,
    arbitrary: fc.record({
      during: syncing,
      after,
      act,
      sync,
      fenced: fc.boolean(),
      rights: fc.option(fc.constantFrom(...RIGHTS), { freq: 1 }),
    }),
  },
  clock: { weight: 3, arbitrary: fc.record({ days: fc.constantFrom(-1, 0, 1) }) },
  wipe: { weight: 1, arbitrary: fc.record({}) },
  expire: { weight: 2, arbitrary: fc.record({}) },
  rights: { weight: 3, arbitrary: fc.record({ change: fc.constantFrom(...RIGHTS) }) },
  merge: { weight: 1, arbitrary: fc.record({ pick: fc.nat(7) }) },
  reassign: { weight: 3, arbitrary: fc.record({ what: fc.constantFrom(...REASSIGNMENTS), pick: fc.nat(5) }) },
  switch: {
    weight: 4,
    arbitrary: fc.record({
      to: fc.constantFrom('account', 'company', 'impersonation'),
      after: fc.nat(3),
      act,
    }),
  },
  logout: { weight: 1, arbitrary: fc.record({ act }) },
  form: { weight: 8, arbitrary: fc.record({ what: fc.constantFrom('open', 'save'), pick: fc.nat(11) }) },
  resolve: { weight: 6, arbitrary: fc.record({ what: fc.constantFrom(...RESOLUTIONS), pick: fc.nat(5) }) },
  tabs: { weight: 3, arbitrary: fc.record({ act, other: act }) },
  replicate: { weight: 2, arbitrary: fc.record({ line: fc.constantFrom(...LINES) }) },
  unopenable: { weight: 1, arbitrary: fc.record({ times: fc.integer({ min: 1, max: 3 }) }) },
  poison: { weight: 1, arbitrary: fc.record({ act }) },
  photo: { weight: 1, arbitrary: fc.record({ pick: fc.nat(5) }) },
  update: { weight: 3, arbitrary: fc.record({ after: fc.option(fc.nat(40), { freq: 1 }) }) },
})

type StepKinds = ReturnType<typeof kindsOf>

const stepOf = (
  theme: readonly ActKind[],
  choose: (kinds: StepKinds) => Partial<StepKinds> = (kinds) => kinds,
): fc.Arbitrary<Step> =>
  fc.oneof(
    ...Object.entries(choose(kindsOf(fc.record({ kind: fc.constantFrom(...theme), pick: fc.nat(11) })))).map(
      ([name, { weight, arbitrary }]) => ({
        weight,
        arbitrary: fc
          .tuple(fc.nat(2), arbitrary)
          .map(([seat, more]) => ({ do: name, seat, ...(more as object) }) as Step),
      }),
    ),
  )

/** Pictures and restores have histories of their own (restored-files.test.ts). */
const withoutPhotos = ({ photo: _, ...kinds }: StepKinds): Partial<StepKinds> => kinds

/**
 * Steps whose writes a restore may lose and phones send again: no write of the clerk, no phone that was wiped since, no
 * conflict that somebody resolved (the server made it, under an id that it does not make again).
 */
const onPhones = (kinds: StepKinds): Partial<StepKinds> => {
  const { act, sync, kill, quota, clock, form, tabs, replicate, unopenable, update } = kinds
  const resolve = {
    weight: 4,
    arbitrary: fc.record({ what: fc.constantFrom('correct', 'abandon', 'undo'), pick: fc.nat(5) }),
  }
  return { act, sync: { ...sync, weight: 30 }, kill, quota, clock, form, tabs, replicate, unopenable, update, resolve }
}

/** How a database is restored: by our own command, from outside (the mark recognises it), or from outside with an operator's word. */
export const RESTORES = ['backup', 'snapshot', 'new-epoch'] as const

/** A run in which the database goes back to an earlier state. */
export interface RestoreRun {
  how: (typeof RESTORES)[number]
  /** Restores the same state once more, after more work. */
  twice: boolean
  before: Step[]
  /** Steps that the restored database lacks. */
  between: Step[]
  /** Steps before everything heals, when some phones have not noticed the restore yet. */
  after: Step[]
}

/** @param steps most steps of each part */
export const restoreRunOf = (steps: number): fc.Arbitrary<RestoreRun> =>
  fc.oneof(
    ...THEMES.map((theme) => {
      const all = fc.array(stepOf(theme, withoutPhotos), { maxLength: steps, size: 'max' })
      const phones = fc.array(stepOf(theme, onPhones), { minLength: 1, maxLength: steps, size: 'max' })
      const how = fc.constantFrom(...RESTORES)
      return fc.record({ how, twice: fc.boolean(), before: all, between: phones, after: phones })
    }),
  )

/** @param steps most steps */
export const runOf = (steps: number): fc.Arbitrary<Run> =>
  fc.oneof(
    ...THEMES.map((theme) =>
      fc.record({
        third: fc.constantFrom<Run['third'][]>('camille', 'marc', 'colin', 'diane'),
        steps: fc.array(stepOf(theme), { minLength: 1, maxLength: steps, size: 'max' }),
        cutStream: fc.integer({ min: 1, max: 5 }).map((n) => n === 1),
      }),
    ),
  )
