import type { FastifyInstance } from 'fastify'
import { wallClock } from '../../../schemas/dates.ts'
import { AppError, type FieldErrors, validationError } from '../../../schemas/errors.ts'
import { knownClientEntry } from '../../../schemas/journal.ts'
import type { Values } from '../../../schemas/merge.ts'
import { messages } from '../../../schemas/messages.ts'
import { entityOf, type SyncedResource } from '../../../schemas/resources.ts'
import { createIssues, toFieldErrors } from '../../../schemas/validate.ts'
import { companyZone } from '../../repositories/companies.ts'
import { referencesNamed } from '../../repositories/references.ts'
import { WEBSITE } from '../../writes/signed-items.ts'
import type { StaffActor } from '../../writes/write-types.ts'
import { write } from '../shared/resource-routes.ts'

export interface Lead {
  NOM: string
  PRENOM?: string | null
  MAIL?: string | null
  PORTABLE?: string | null
  TELEPHONE?: string | null
  ADRESSE?: string | null
  CODE_POSTAL?: string | null
  VILLE?: string | null
  DESCRIPTION?: string | null
  IDORIGINE?: string | null
  IDORIGINE_CAMPAGNE?: string | null
  IDAGENCE?: string | null
}

export interface TakenLead {
  IDCLIENT: string
  IDPROJET: string
  /** The client was known already: the project belongs to that one. */
  doublon: boolean
}

/** The website as an author of records, with the rights of an assistant of every agency. */
const websiteOf = (companyId: string): StaffActor => ({
  companyId,
  account: 'website:lead',
  staff: { id: WEBSITE, roles: ['assistant'], agences: [], toutesAgences: true },
})

/** The lead's own errors, reported before anything is written: otherwise an address could be stored without its client. @throws AppError VALIDATION_ERROR */
export async function assertWhole(app: FastifyInstance, companyId: string, lead: Lead): Promise<void> {
  const { client, adresse } = partsOf(lead, 'lead')
  const errors: FieldErrors = {
    ...toFieldErrors(createIssues(entityOf('client'), client)),
    ...(adresse ? toFieldErrors(createIssues(entityOf('adresse'), adresse)) : {}),
  }
  if (!lead.PORTABLE && !lead.TELEPHONE && !lead.MAIL) errors.PORTABLE = [messages.required]
  const rows = await app.db.inTenant(companyId, (trx) =>
    referencesNamed(trx, [lead.IDORIGINE ?? '', lead.IDORIGINE_CAMPAGNE ?? '', lead.IDAGENCE ?? '']),
  )
  const listed = (list: string, id: string): boolean => rows.some((row) => row.LISTE === list && row.id === id)
  if (lead.IDORIGINE && !listed('ORIGINE', lead.IDORIGINE)) errors.IDORIGINE = [messages.choice]
  if (lead.IDORIGINE_CAMPAGNE && !listed('ORIGINE_CAMPAGNE', lead.IDORIGINE_CAMPAGNE)) {
    errors.IDORIGINE_CAMPAGNE = [messages.choice]
  }
  if (lead.IDAGENCE && !listed('AGENCES', lead.IDAGENCE)) errors.IDAGENCE = [messages.choice]
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

const given = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

/** The records of a lead, with ids derived from its signature: a lead taken again after a crash gives the same three. */
function partsOf(lead: Lead, id: string): { client: Values; adresse: Values | null; projet: Values } {
  const { ADRESSE, CODE_POSTAL, VILLE, DESCRIPTION, ...person } = lead
  const place = given({ ADRESSE, CODE_POSTAL, VILLE })
  const adresse = Object.keys(place).length > 0 ? { IDADRESSE: `${id}-a`, ...place } : null
  return {
    adresse,
    client: { IDCLIENT: `${id}-c`, ...given(person as Values), ...(adresse ? { IDADRESSE: adresse.IDADRESSE } : {}) },
    projet: {
      IDPROJET: `${id}-p`,
      ...given({ DESCRIPTION, IDAGENCE: lead.IDAGENCE }),
      ...(adresse ? { ADRESSE_CHANTIER: adresse.IDADRESSE } : {}),
    },
  }
}

/**
 * A website's lead becomes a client, an address and an unassigned project, by the same write path as all records (rules, seq, viewers, hints). When the
 * client exists already (RES-10), that one is kept, and the project's journal says so: the customer reads its description.
 * @param digest names the lead: a second call writes nothing again
 * @param at when the website sent it, which a second call says too
 * @throws AppError VALIDATION_ERROR with the mistakes by field
 */
export async function takeLead(
  app: FastifyInstance,
  { companyId, digest, at, lead }: { companyId: string; digest: string; at: Date; lead: Lead },
): Promise<TakenLead> {
  await assertWhole(app, companyId, lead)
  const parts = partsOf(lead, `lead-${digest.slice(0, 32)}`)
  const website = websiteOf(companyId)
  const create = async (resource: SyncedResource, patch: Values): Promise<void> => {
    const id = String(patch[entityOf(resource).key])
    await write(app, website, {
      mutation: `${id}:create`,
      action: 'create',
      resource,
      id,
      patch,
      base: null,
      seen: null,
      counter: null,
      skipDuplicateCheck: false,
    })
  }
  if (parts.adresse) await create('adresse', parts.adresse)
  let IDCLIENT = String(parts.client.IDCLIENT)
  let doublon = false
  try {
    await create('client', parts.client)
  } catch (error) {
    const known = knownClient(error)
    if (known === null) throw error
    IDCLIENT = known
    doublon = true
  }
  const LE = wallClock(at, await app.db.inTenant(companyId, companyZone))
  const journal = doublon ? { JOURNAL: [knownClientEntry(LE)] } : {}
  await create('projet', { ...parts.projet, IDCLIENT, ...journal })
  return { IDCLIENT, IDPROJET: String(parts.projet.IDPROJET), doublon }
}

/** The existing client whom a refused duplicate repeats. */
function knownClient(error: unknown): string | null {
  if (!(error instanceof AppError) || error.code !== 'DUPLICATE') return null
  const { candidates } = error.details as { candidates: { IDCLIENT: string }[] }
  return candidates[0]?.IDCLIENT ?? null
}
