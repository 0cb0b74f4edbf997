import { sameJson } from './same-json.ts'

/**
 * Versions of the records' shape, for the wire and for local databases alike (sync/SPEC.md, « Versions »). The app names its version on every
 * call; the server translates what an older app sends and gets; a newer app translates for an older server. Only this file declares what a version
 * changed.
 */

type Values = Record<string, unknown>

/** What one version changed in one resource. Keys, paths, groups and items of sets never change (VER-2). */
export interface ResourceStep {
  /** Present names by former names. */
  readonly renamed?: Readonly<Record<string, string>>
  /** Fields that this version adds, with the value of records that are older. */
  readonly added?: Readonly<Values>
  /** Fields that this version removes, with the value that an older app is still given. */
  readonly removed?: Readonly<Values>
  /** Values that this version adds to a choice that only the server writes, by its field, with the value that an older app is given. */
  readonly kinds?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export interface VersionStep {
  /** Day of the release, as an ISO date: it tells how long older apps have had time to update. */
  readonly date: string
  /** By resource. Empty where only local databases change (an index, a search key). */
  readonly resources: Readonly<Record<string, ResourceStep>>
}

/** From each released version to the next. What landed on main is released, so its step is never edited (VER-2). */
export const STEPS: readonly VersionStep[] = [
  // Calls were lines of the project's description, which its customer reads.
  { date: '2026-11-24', resources: { projet: { added: { JOURNAL: [] } } } },
  // What is used of a list is archived; a nature of appointment has its usual length. Long lists are read whole by keys for what waits.
  { date: '2026-11-25', resources: { reference: { added: { DUREE: null, ARCHIVE: 0 } } } },
  // What a company sets up by itself.
  {
    date: '2026-11-26',
    resources: {
      client: { added: { IDORIGINE_CAMPAGNE: null, IDLABELS: [] } },
      projet: { added: { IDLABELS: [] } },
      rapport: { added: { REVISION: 0 } },
      soumission: { added: { FORMULAIRE: null } },
    },
  },
  // What customers send from their space: another resource in a local collection that exists.
  { date: '2026-11-26', resources: {} },
  // What the working day needs: payments, variants of a quote, what a customer was told of an appointment and answered, corrections of reports, a time to call
  // again, absences, saved filters, targets. Absences are named, so that they wait for a server that does not know them yet (VER-5).
  {
    date: '2026-11-26',
    resources: {
      client: { added: { SANS_RAPPELS: 0, FICHES_REUNIES: [] } },
      projet: { added: { RELANCE_A: null } },
      devis: { added: { SOLDE: null, GROUPE_VARIANTES: null, VARIANTE: null } },
      rdv: { added: { ANNONCES: [], REPONSE_CLIENT: null } },
      soumission: { added: { CORRECTIONS: [] } },
      absence: {
        added: {
          IDPERSONNELS: [],
          GENRE: 'autre',
          OBJET: null,
          JOURNEES: 0,
          DEBUT: '',
          FIN: '',
          REPETITION: null,
          REPETER_JUSQUA: null,
          REPETER_FOIS: null,
          EXCEPTIONS: [],
          DERNIERE_FIN: null,
        },
      },
    },
  },
  // Records are in a storage of our own (STORE-1).
  { date: '2026-11-26', resources: {} },
  // A client has a journal, as a project; both are searched by a key of their latest entry. A planned call has a key of its own.
  { date: '2026-11-27', resources: { client: { added: { JOURNAL: [] } } } },
  // Clients are searched by keys of more of their names: phones of the version before have another shape. Works have notices of other
  // hours, removal and cancellation, visits of a stopped project or an ended order have one, a message that did not leave and an online payment that arrived have one (their details say so),
  // a denied change of contact has one: « Notifications » of an older app shows nothing at all where it does not know one of them.
  // An order that ends by agreement says what the company keeps; an online payment when the bank rejected it, which has a notice.
  {
    date: '2026-12-01',
    resources: {
      devis: { added: { MONTANT_CONSERVE: null } },
      paiement: { added: { REJETE_LE: null } },
      notification: {
        kinds: {
          TYPE: {
            intervention_deplacee: 'intervention_affectee',
            intervention_retiree: 'rdv_annule',
            intervention_annulee: 'rdv_annule',
            visite_arretee: 'rdv_annule',
            message_perdu: 'demande_recue',
            contact_conteste: 'demande_recue',
            paiement_recu: 'demande_recue',
            paiement_rejete: 'demande_recue',
          },
        },
      },
    },
  },
]

/** Oldest version that the server still serves; an older app is told to update. Raised at the earliest two versions and a year later (VER-6). */
export const OLDEST_VERSION = 0

export interface Move {
  from: number
  to: number
}

/** A translated patch. */
export interface MovedPatch {
  values: Values
  /** What the other version has no field for. */
  left: Values
  /** The default there: the value of each field of `left` in a record that does not name it. */
  silent: Values
}

/** Versions that a server serves. */
export interface VersionRange {
  oldest: number
  newest: number
}

export interface Versions {
  readonly current: number
  readonly oldest: number
  /** A whole record. Fields that are in no step pass unchanged. */
  record: (resource: string, values: Values, move: Move) => Values
  /** Some fields of a record: a creation's, an edit's, an edit's base. */
  patch: (resource: string, values: Values, move: Move) => MovedPatch
  /** Names of fields; those that the other version does not have are left out. */
  names: (resource: string, names: readonly string[], move: Move) => string[]
}

/** A step in one direction. */
interface Turn {
  renamed: Readonly<Record<string, string>>
  /** Fields that the target does not have, with their default value. */
  gone: Readonly<Values>
  /** Fields that the source does not have, with their value in a whole record. */
  added: Readonly<Values>
  /** Values of choices that the target does not have. */
  kinds: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const NOTHING = {} as const

const turnOf = (
  { renamed = NOTHING, added = NOTHING, removed = NOTHING, kinds = NOTHING }: ResourceStep,
  isUp: boolean,
): Turn =>
  isUp
    ? { renamed, gone: removed, added, kinds: NOTHING }
    : {
        renamed: Object.fromEntries(Object.entries(renamed).map(([a, b]) => [b, a])),
        gone: added,
        added: removed,
        kinds,
      }

/** A value of a choice, as the target of a turn knows it. */
function known(value: unknown, kinds: Readonly<Record<string, string>> | undefined): unknown {
  return kinds && typeof value === 'string' && Object.hasOwn(kinds, value) ? kinds[value] : value
}

/** @param steps those of another version of the app, for tests */
export function createVersions(steps: readonly VersionStep[] = STEPS, oldest = OLDEST_VERSION): Versions {
  /** The steps of a move, in its direction. A version that this build does not know has none. */
  const turns = (resource: string, { from, to }: Move): Turn[] => {
    const isUp = from < to
    const between = steps.slice(Math.min(from, to), Math.max(from, to))
    const ordered = isUp ? between : [...between].reverse()
    return ordered.flatMap(({ resources }) => (resources[resource] ? [turnOf(resources[resource], isUp)] : []))
  }
  const patch = (resource: string, given: Values, move: Move): MovedPatch => {
    const left: Values = {}
    const silent: Values = {}
    let values = given
    for (const { renamed, gone } of turns(resource, move)) {
      const next: Values = {}
      for (const [name, value] of Object.entries(values)) {
        if (name in gone) {
          left[name] = value
          silent[name] = gone[name]
        } else next[renamed[name] ?? name] = value
      }
      values = next
    }
    return { values, left, silent }
  }
  const record = (resource: string, given: Values, move: Move): Values => {
    let values = given
    for (const { renamed, gone, added, kinds } of turns(resource, move)) {
      const next: Values = {}
      for (const [name, value] of Object.entries(values))
        if (!(name in gone)) next[renamed[name] ?? name] = known(value, kinds[name])
      values = { ...added, ...next }
    }
    return resource === 'conflit' ? conflict(values, move) : values
  }
  /** The lost and the kept values of a conflict are fields of another resource. */
  const conflict = (values: Values, move: Move): Values => {
    const of = (value: unknown): unknown => {
      if (typeof value !== 'object' || value === null) return value
      const moved = patch(String(values.RESSOURCE), value as Values, move)
      return { ...moved.left, ...moved.values }
    }
    return { ...values, PERDU: of(values.PERDU), GARDE: of(values.GARDE) }
  }
  return {
    current: steps.length,
    oldest,
    record,
    patch,
    names: (resource, names, move) =>
      Object.keys(patch(resource, Object.fromEntries(names.map((name) => [name, null])), move).values),
  }
}

export const VERSIONS = createVersions()

/** What a patch changes that the other version has no field for. @param base the translated base of the patch; null for a creation */
export function toldBy({ left, silent }: MovedPatch, base: MovedPatch | null): Values {
  const isDefault = (name: string, value: unknown): boolean =>
    base === null ? value === null || value === '' || sameJson(value, silent[name]) : sameJson(value, base.left[name])
  return Object.fromEntries(Object.entries(left).filter(([name, value]) => !isDefault(name, value)))
}

export const encodeRange = ({ oldest, newest }: VersionRange): string => `${oldest}-${newest}`

/** null for text that is no range: of a server older than this header, or not ours. */
export function decodeRange(text: string | null | undefined): VersionRange | null {
  const match = /^(\d{1,6})-(\d{1,6})$/.exec(text ?? '')
  return match ? { oldest: Number(match[1]), newest: Number(match[2]) } : null
}
