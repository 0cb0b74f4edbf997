import { absence } from './entities/absence.ts'
import { adresse } from './entities/adresse.ts'
import { article } from './entities/article.ts'
import { client } from './entities/client.ts'
import { conflit } from './entities/conflit.ts'
import { demande } from './entities/demande.ts'
import { devis } from './entities/devis.ts'
import { entreprise } from './entities/entreprise.ts'
import { fichier } from './entities/fichier.ts'
import { filtre } from './entities/filtre.ts'
import { intervention } from './entities/intervention.ts'
import { notification } from './entities/notification.ts'
import { objectif } from './entities/objectif.ts'
import { paiement } from './entities/paiement.ts'
import { personnel } from './entities/personnel.ts'
import { projet } from './entities/projet.ts'
import { rapport } from './entities/rapport.ts'
import { rdv } from './entities/rdv.ts'
import { reference } from './entities/reference.ts'
import { role } from './entities/role.ts'
import { soumission } from './entities/soumission.ts'
import { template } from './entities/template.ts'
import { user } from './entities/user.ts'
import type { Entity, RecordOf } from './entity.ts'

/** Every entity of the product by its name. */
export const resources = {
  absence,
  adresse,
  article,
  client,
  conflit,
  demande,
  devis,
  entreprise,
  fichier,
  filtre,
  intervention,
  notification,
  paiement,
  objectif,
  personnel,
  projet,
  rapport,
  rdv,
  reference,
  role,
  soumission,
  template,
  user,
} as const

export type ResourceName = keyof typeof resources
export type ResourceRecord<R extends ResourceName> = RecordOf<(typeof resources)[R]>

/**
 * Resources that a staff device mirrors, in the order of their first pull: small lists first, then causes before effects
 * (a rdv's client is there before the rdv).
 */
export const SYNCED = [
  'reference',
  'rapport',
  'personnel',
  'adresse',
  'client',
  'projet',
  'rdv',
  'devis',
  'paiement',
  'intervention',
  'soumission',
  'fichier',
  'conflit',
  'article',
  'demande',
  'notification',
  'filtre',
  'objectif',
  'absence',
] as const satisfies readonly ResourceName[]
export type SyncedResource = (typeof SYNCED)[number]

export const entityOf = (name: ResourceName): Entity => resources[name] as unknown as Entity
export const isSynced = (name: string): name is SyncedResource => (SYNCED as readonly string[]).includes(name)
