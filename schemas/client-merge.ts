import type { Static } from 'typebox'
import * as Type from 'typebox'
import { ID_PATTERN } from './fields.ts'
import type { JournalEntry } from './journal.ts'
import { same, type Values } from './merge.ts'
import { object, optional } from './objects.ts'

/** A merge of two records of one client may be undone for so many days (DAY-14). */
export const MERGE_DAYS = 30

/** What a person chooses side by side, each with the fields that go with it: a town is that of its address. */
export const CHOSEN = {
  IDCIVILITE: ['IDCIVILITE'],
  NOM: ['NOM'],
  PRENOM: ['PRENOM'],
  PORTABLE: ['PORTABLE'],
  TELEPHONE: ['TELEPHONE'],
  MAIL: ['MAIL'],
  IDADRESSE: ['IDADRESSE', 'VILLE'],
  IDPERSONNEL: ['IDPERSONNEL'],
  IDAGENCE: ['IDAGENCE'],
  IDORIGINE: ['IDORIGINE', 'IDORIGINE_CAMPAGNE'],
  OBSERVATIONS: ['OBSERVATIONS'],
} as const satisfies Record<string, readonly string[]>
export type Chosen = keyof typeof CHOSEN
export const CHOSEN_NAMES = Object.keys(CHOSEN) as Chosen[]

/** `garde`: of the record that stays · `autre`: of the one that goes · `deux`: both texts, one after the other. */
export type Choice = 'garde' | 'autre' | 'deux'
export type Choices = Partial<Record<Chosen, Choice>>

/** Texts that may be joined; of any other field one value stays. */
export const isJoinable = (name: Chosen): boolean => name === 'OBSERVATIONS'

const isEmpty = (record: Values, name: Chosen): boolean =>
  CHOSEN[name].every((field) => record[field] === null || record[field] === undefined || record[field] === '')

export const agrees = (kept: Values, gone: Values, name: Chosen): boolean =>
  CHOSEN[name].every((field) => same(kept[field] ?? null, gone[field] ?? null))

/** What is proposed before anybody chooses: what only one of them has, both texts, and else what the kept one says. */
export function proposedChoice(kept: Values, gone: Values, name: Chosen): Choice {
  if (isEmpty(gone, name) || agrees(kept, gone, name)) return 'garde'
  if (isEmpty(kept, name)) return 'autre'
  return isJoinable(name) ? 'deux' : 'garde'
}

/** The fields of the kept record after the merge. Labels and journals of both stay, and so does the refusal of either to be reminded; it knows which records went into it. Pure. */
export function mergedFields(kept: Values, gone: Values, choices: Choices): Values {
  const fields: Values = {}
  for (const name of CHOSEN_NAMES) {
    const choice = choices[name] ?? proposedChoice(kept, gone, name)
    const from = choice === 'autre' ? gone : kept
    for (const field of CHOSEN[name]) fields[field] = from[field] ?? null
    if (choice === 'deux' && isJoinable(name))
      fields[name] = [kept[name], gone[name]].filter((one) => typeof one === 'string' && one !== '').join('\n')
  }
  const [mine, theirs] = [kept, gone].map((one) => (one.IDLABELS ?? []) as string[])
  fields.IDLABELS = [...new Set([...(mine ?? []), ...(theirs ?? [])])].sort()
  const journals = [kept, gone].flatMap((one) => (one.JOURNAL ?? []) as JournalEntry[])
  fields.JOURNAL = [...new Map(journals.map((entry) => [entry.id, entry])).values()]
  const former = [kept, gone].flatMap((one) => (one.FICHES_REUNIES ?? []) as string[])
  fields.FICHES_REUNIES = [...new Set([...former, gone.IDCLIENT as string])].sort()
  fields.SANS_RAPPELS = kept.SANS_RAPPELS === 1 || gone.SANS_RAPPELS === 1 ? 1 : 0
  return fields
}

const id = Type.String({ pattern: ID_PATTERN, maxLength: 64 })
const count = Type.Integer({ minimum: 0 })

/** What hangs on one of the two records, as far as the person who asks may see it. */
const Hanging = object(
  {
    PROJETS: count,
    DEVIS: count,
    RDVS: count,
    INTERVENTIONS: count,
    RAPPORTS: count,
    FICHIERS: count,
    PAIEMENTS: count,
    DEMANDES: count,
  },
  { additionalProperties: false },
)
export type Hanging = Static<typeof Hanging>

export const MergeAsk = object({ IDCLIENT: id }, { additionalProperties: false })
export type MergeAsk = Static<typeof MergeAsk>

const Side = object(
  {
    IDCLIENT: id,
    /** Fields of the record. */
    FICHE: Type.Record(Type.String(), Type.Unknown()),
    RATTACHE: Hanging,
  },
  { additionalProperties: false },
)
export const MergePreview = object(
  {
    GARDE: Side,
    AUTRE: Side,
    /** Fingerprint of both, as they were shown. */
    EMPREINTE: Type.String(),
  },
  { additionalProperties: false },
)
export type MergePreview = Static<typeof MergePreview>

export const MergeOrder = object(
  {
    /** The record that goes. */
    IDCLIENT: id,
    CHOIX: object(
      Object.fromEntries(
        CHOSEN_NAMES.map((name) => [
          name,
          optional(isJoinable(name) ? Type.Enum(['garde', 'autre', 'deux']) : Type.Enum(['garde', 'autre'])),
        ]),
      ),
      { additionalProperties: false },
    ),
    /** Of the preview that the person agreed to. */
    EMPREINTE: Type.String({ maxLength: 64 }),
  },
  { additionalProperties: false },
)
export type MergeOrder = Omit<Static<typeof MergeOrder>, 'CHOIX'> & { CHOIX: Choices }

const instant = Type.String({ format: 'lolapp-instant' })

/** A merge that was made. */
export const ClientMerge = object(
  {
    id: Type.String(),
    /** The kept record. */
    IDCLIENT: id,
    /** The record that went, and the name that it had. */
    AUTRE: id,
    NOM: Type.String(),
    PAR: Type.String(),
    LE: instant,
    ANNULEE_LE: Type.Union([instant, Type.Null()]),
    ANNULABLE_JUSQUA: instant,
    /** It is the last one of this client, and the thirty days are not over. */
    ANNULABLE: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type ClientMerge = Static<typeof ClientMerge>
