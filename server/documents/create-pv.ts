import type { FastifyInstance } from 'fastify'
import type { PvDocument } from '../../documents/pv.ts'
import { pvContent, worksOf } from '../../documents/pv-content.ts'
import { wallClock } from '../../schemas/dates.ts'
import { PV_NAME } from '../../schemas/entities/fichier.ts'
import { type AppError, notFound, validationError } from '../../schemas/errors.ts'
import type { Values } from '../../schemas/merge.ts'
import type { Ligne } from '../../schemas/rules/devis.ts'
import { uuidv7 } from '../../schemas/uuid.ts'
import { readParties } from '../evidence/document.ts'
import { assertRoom, sha256Of, storeBytes } from '../files/bytes/stored-bytes.ts'
import { addFile } from '../files/commands/add-file.ts'
import { once } from '../files/commands/once.ts'
import { findFile } from '../files/repositories/files.ts'
import type { Tx } from '../plugins/database/database.ts'
import { seesRow } from '../policies/visibility.ts'
import { readRow } from '../repositories/rows.ts'
import type { StaffActor } from '../writes/write-types.ts'
import { assertDrawable } from './drawable.ts'
import { NotRendered, render } from './render.ts'
import { customerOf, dressOf, identityOf } from './render-devis-pdf.ts'

export interface PvRequest {
  interventionId: string
  NOM_SIGNATAIRE: string | undefined
  /** PNG or JPEG, base64, with or without `data:`. */
  SIGNATURE: string | undefined
  RESERVES: string[]
  kind: PvDocument['kind']
  userAgent: string | null
}

/** Pixels of a signature: a finger on a large screen needs less than half of that. */
const SIGNATURE_PIXELS = 2_000_000

/** @throws AppError VALIDATION_ERROR for anything but a small PNG or JPEG */
async function signatureImage(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text.replace(/^data:image\/(png|jpeg);base64,/, ''), 'base64')
  try {
    await assertDrawable(bytes, SIGNATURE_PIXELS)
  } catch {
    throw unreadable()
  }
  return bytes
}

const unreadable = (): AppError =>
  validationError({ SIGNATURE: ["L'image de la signature n'est pas lisible (PNG ou JPEG)."] })

const ORIGIN = { reception: 'intervention_sign_pv', levee: 'intervention_levee_reserves' } as const

/**
 * Makes the PV of an intervention, signed on this screen, when there is none: one that a device made and signed is the original. @returns its row, and
 * whether it was made now
 */
export async function createPv(
  app: Pick<FastifyInstance, 'db' | 'ports' | 'hints' | 'secrets' | 'fileQuota'>,
  actor: StaffActor,
  asked: PvRequest,
): Promise<{ record: Values; created: boolean }> {
  const owner = { resource: 'intervention', id: asked.interventionId } as const
  const ORIGINE = ORIGIN[asked.kind]
  const now = new Date()
  const existing = (): Promise<{ record: Values; created: boolean } | null> =>
    app.db.inTenant(actor.companyId, async (tx) => {
      await visibleIntervention(tx, actor, owner.id)
      const first = await findFile(tx, { owner, ORIGINE: 'intervention_sign_pv' })
      if (asked.kind === 'levee' && !first) throw validationError({ _: ["Le PV n'existe pas"] }, "Le PV n'existe pas")
      return asked.kind === 'reception' && first
        ? { record: { ...first.record, VERSION: first.version }, created: false }
        : null
    })
  const make = async (): Promise<{ record: Values; created: boolean }> => {
    const document = await app.db.inTenant(actor.companyId, async (tx) =>
      readPv(tx, await visibleIntervention(tx, actor, owner.id), asked, now),
    )
    const bytes = await render({ pv: document }).catch((error: unknown) => {
      throw error instanceof NotRendered ? unreadable() : error
    })
    const store = { files: app.ports.files, companyId: actor.companyId, bytes }
    const { record, hints } = await storeBytes(store, (put) =>
      app.db.inTenant(actor.companyId, async (tx) => {
        await assertRoom(tx, bytes.length, app.fileQuota)
        return addFile(tx, {
          IDFICHIER: uuidv7(),
          owner,
          NOM: PV_NAME[ORIGINE],
          TYPE_MIME: 'application/pdf',
          ORIGINE,
          bytes: put,
          personnel: actor.staff.id,
          now,
          keys: app.secrets.evidence,
        })
      }),
    )
    app.hints.publish(actor.companyId, hints)
    return { record, created: true }
  }
  return once(existing, make)
}

/** @throws AppError NOT_FOUND, the same for one that the actor may not see */
async function visibleIntervention(tx: Tx, actor: StaffActor, id: string): Promise<Values> {
  const row = await readRow(tx, { resource: 'intervention', id })
  if (!row || row.deleted || !seesRow(actor.staff, 'intervention', row)) throw notFound()
  return row.record
}

async function readPv(tx: Tx, intervention: Values, asked: PvRequest, now: Date): Promise<PvDocument> {
  const name = asked.NOM_SIGNATAIRE?.trim()
  if (!name) throw validationError({ NOM_SIGNATAIRE: ['Ce champ est requis'] })
  if (!asked.SIGNATURE) throw validationError({ SIGNATURE: ['Ce champ est requis'] })
  const image = await signatureImage(asked.SIGNATURE)
  const projet = await readRow(tx, { resource: 'projet', id: intervention.IDPROJET as string })
  if (!projet) throw notFound()
  const parties = await readParties(tx, projet.record as { IDPROJET: string; IDCLIENT: string })
  const devis = intervention.IDDEVIS
    ? await readRow(tx, { resource: 'devis', id: intervention.IDDEVIS as string })
    : null
  const dress = await dressOf(tx)
  const document = {
    company: identityOf(parties, dress),
    logo: dress.logo,
    client: customerOf(parties),
    chantier: parties.chantier,
    intervention: {
      id: intervention.IDINTERVENTION as string,
      RDV_OBJET: intervention.RDV_OBJET as string | null,
      RDV_DEBUT: intervention.RDV_DEBUT as string,
      RDV_FIN: intervention.RDV_FIN as string,
      NUMERO_DEVIS: (devis?.record.NUMERO_DEVIS ?? null) as string | null,
      travaux: worksOf((devis?.record.LIGNES ?? []) as Ligne[]),
    },
    kind: asked.kind,
    RESERVES: asked.RESERVES,
    signature: { NOM_SIGNATAIRE: name, LE: wallClock(now, dress.zone), image },
  }
  return {
    ...document,
    evidence: {
      contentSha256: sha256Of(Buffer.from(pvContent(document))),
      signatureSha256: sha256Of(image),
      signedAt: now.toISOString(),
      signedWith: asked.userAgent ?? 'navigateur inconnu',
    },
  }
}
