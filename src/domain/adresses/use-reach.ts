import { useState } from 'react'
import { seesAgencies } from '../../../schemas/access.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useReferences } from '../../data/records/use-references.ts'
import { useDraft } from '../../forms/form-guard.tsx'
import type { FormValues } from '../../forms/payload.ts'
import type { Counts } from '../../text/adresses.ts'
import { useStaff } from '../personnels/use-staff.ts'
import { isOtherPlace } from './address-words.ts'
import { type AddressUses, useAddressUses } from './use-address-uses.ts'

/** Whether other words are the address of one record from now on, which then has an address of its own, or of all that have it. */
export type Reach = 'ici' | 'partout'

/** The record in whose form the words change. */
export interface Owner {
  resource: 'client' | 'projet' | 'rdv'
  id: string
}

interface Options {
  adresse: LocalRecord<'adresse'> | null
  /** null where it is not known whose address is meant, or where its person may not give that record another one: the words change for all. */
  owner: Owner | null
  draftKey: string
}

export interface ReachQuestion {
  /** How many have the address besides, of those that this device holds. */
  others: Counts
  /** Whether it holds all of them. */
  complete: boolean
  onAnswer: (reach: Reach) => void
}

interface ReachState {
  reach: Reach
  /** Where it matters: null while the words are the former ones, and where nobody else has the address. */
  question: ReachQuestion | null
}

interface ReachOf {
  /** undefined while they are read. */
  uses: AddressUses | undefined
  /** @param words as they are typed */
  reachOf: (words: FormValues) => ReachState
}

const othersOf = ({ clients, projets, rdvs }: AddressUses, owner: Owner | null): Counts => {
  const isOwner = (resource: Owner['resource'], id: string) => owner?.resource === resource && owner.id === id
  return {
    clients: clients.filter((one) => !isOwner('client', one.IDCLIENT)).length,
    projets: projets.filter((one) => !isOwner('projet', one.IDPROJET)).length,
    rdvs: rdvs.filter((one) => !isOwner('rdv', one.IDRDV)).length,
  }
}

/** A company of one agency is seen whole by its office. */
const holdsAll = (agencies: readonly { id: string }[], mine: readonly string[]): boolean =>
  agencies.length > 0 && agencies.every(({ id }) => mine.includes(id))

/**
 * What a change of words is of, while an address is the home of a client, the site of projects and the place of appointments at once. Without an answer the
 * others keep theirs: a technician at the former address may call, one who was led to the client's new home stands before the wrong house. A device that does not hold every project
 * cannot know that nobody else has the address, so it asks too.
 */
export function useReach({ adresse, owner, draftKey }: Options): ReachOf {
  const uses = useAddressUses(adresse?.IDADRESSE)
  const staff = useStaff()
  const agencies = useReferences('AGENCES')
  const [answer, setAnswer] = useState<Reach>('ici')
  useDraft(`${draftKey}/portee`, {
    isDirty: () => answer !== 'ici',
    getValues: () => ({ answer }),
    setValues: (kept: { answer: Reach }) => setAnswer(kept.answer),
  })
  const complete = seesAgencies(staff) && (staff.toutesAgences || holdsAll(agencies, staff.agences))
  const reach = owner === null ? 'partout' : answer
  const reachOf = (words: FormValues): ReachState => {
    if (adresse === null || !isOtherPlace(adresse, words)) return { reach: 'partout', question: null }
    if (uses === undefined) return { reach, question: null }
    const others = othersOf(uses, owner)
    const isAlone = complete && others.clients + others.projets + others.rdvs === 0
    if (isAlone) return { reach: 'partout', question: null }
    return { reach, question: { others, complete, onAnswer: setAnswer } }
  }
  return { uses, reachOf }
}
